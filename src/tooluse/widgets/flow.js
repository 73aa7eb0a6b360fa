// The flow debugger as a view of its own.

function render({ model, el: host }) {
  const flow = new Flow(model, host);
  return () => flow.stop();
}

export default { render };
