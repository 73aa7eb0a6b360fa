// The flow debugger with a fault put in: choose it, class it, cure it, and step through what that gives.

class FaultFlow {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.bench = new Bench(model, (report) => this.draw(report), { hushed: true });
    this.title = el("div", { class: "tu-title", role: "heading", "aria-level": "5" });
    this.seen = el("p", {});
    this.asked = el("div", { class: "tu-asked" });
    this.stage = el("div", {});
    const choice = selectBox(this.labels.fault_injected, model.get("choices"), model.get("incident"),
      (incident) => this.bench.ask({ incident, guess: "", cure: "" }));
    choice.querySelector(".tu-hidden").classList.remove("tu-hidden");
    host.classList.add("tu-view");
    host.append(benchCard(this.labels.faults, this.bench.status,
      el("div", { class: "tu-bar" }, choice), this.title, this.seen, this.stage, this.asked));
    this.bench.show();
  }

  draw(report) {
    const { labels, model } = this;
    this.title.textContent = report.title;
    this.seen.replaceChildren(...prose(report.seen));
    const fault = model.get("incident");
    keepFocus(this.asked, [
      runBox(report.played),
      fault && classChooser(model.get("kinds"), model.get("guess"), labels.which_class, (guess) => this.bench.ask({ guess })),
      classVerdict(report.class),
      fault && cureChooser(report.cures, model.get("cure"), labels, (cure) => this.bench.ask({ cure })),
    ]);
    this.drawFlow();
    return report.said;
  }

  /** The flow begins again where the exchange is another one. */
  drawFlow() {
    const key = JSON.stringify([this.model.get("incident"), this.model.get("cure")]);
    if (this.key === key) return;
    this.key = key;
    this.flow?.stop();
    const host = el("div", {});
    this.stage.replaceChildren(host);
    this.flow = new Flow(this.model, host);
  }

  stop() {
    this.flow?.stop();
    this.bench.stop();
  }
}

function render({ model, el: host }) {
  const view = new FaultFlow(model, host);
  return () => view.stop();
}

export default { render };
