# %% [markdown] key="titre" lang="fr"
# # 04 · Le contrat qui tient : la forme n'est pas la vérité
#
# *Leçon de 45 minutes, suivie du TP04.*
#
# Une leçon pour rejouer une expérience : 24 demandes de vol, un outil, deux versions de son texte. Le JSON est parfait
# du début à la fin. Les valeurs, non.
#
# **Vous allez savoir**
#
# - rejouer l'expérience des 24 demandes, et dire d'où vient chaque chiffre ;
# - séparer le format et la valeur ;
# - choisir entre la date dans le contexte, un outil de recherche et un `enum` ;
# - lire un petit échantillon avec son intervalle.

# %% key="preparation"
import json
from datetime import datetime
from math import comb

import jsonschema

from tooluse import MockClaude, settings
from tooluse.experiments import results, vols24
from tooluse.experiments.intervals import clopper_pearson, percent
from tooluse.experiments.simulated import habits, run
from tooluse.mock.models import SimulatedModel
from tooluse.widgets import explain, flow, grid24, predict, quiz

MODEL = settings().model

# %% [markdown] key="mince" lang="fr"
# ## Le schéma mince
#
# Six paires de villes, quatre façons de dire une date : 24 demandes. Un seul outil, `search_flights`. Son texte est
# juste, mais **mince** : « Aéroport. », « La date. »
#
# L'expérience publiée porte sur un vrai petit modèle, Qwen2.5-0.5B-Instruct. Nous la rejouons sur un modèle
# **simulé**, le profil `small`.
#
# **Prédire.** Qu'est-ce qui va manquer ?

# %% key="mince-prediction"
thin_tool = vols24.definition("thin")
for name, schema in thin_tool["input_schema"]["properties"].items():
    print(f"{name:<5}", schema)
for request in vols24.requests()[:4]:
    print(request.text, "→", request.expected)
predict("04.p1")


# %% key="mince-execution"
# Exécuter : ce qui a été publié, et ce que donne la simulation.
def share(count, of=24):
    low, high = percent(clopper_pearson(count, of))
    return f"{count}/{of} [{low} ; {high} %]"


def compare(version):
    published = results.published(version)["totals"]
    simulated = results.simulation(version)["totals"]
    print(f"{'schéma ' + version:<17}{'publié':<22}simulé")
    for column, total in published.items():
        said = "non donné" if total["count"] is None else share(total["count"])
        print(f"{column:<17}{said:<22}{simulated[column]['count']}/24")
    return {column: total["count"] for column, total in simulated.items()}


counts = compare("thin")
assert counts["tool"] == counts["json"] == 24  # ni le choix de l'outil, ni le JSON

# %% [markdown] key="mince-explication" lang="fr"
# **Expliquer.** Le bon outil 24 fois, un JSON bien formé 24 fois ; et presque aucune valeur utilisable. Ajouter un
# lecteur de JSON plus tolérant, ou relancer, ne réparerait rien.
#
# D'où viennent ces chiffres ? *Publié* : les totaux du texte d'origine. Les colonnes des trois derniers sont **déduites** de ce texte,
# et les dates justes ne sont pas données. *Simulé* : le programme du cours ; ses habitudes ont été choisies pour donner
# ces totaux. Il montre un mécanisme, **il ne prouve rien**.

# %% key="mince-modification"
# Modifier : affichez d'autres demandes. Lesquelles ont un code, et pourquoi ?
thin = results.simulation("thin")["trials"]
for trial in thin[:8]:
    print(trial["asked"], "→", trial["input"])
print("Villes dont il écrit le code sans qu'on le demande :", habits()["code_unasked"])
assert sum(trial["grade"]["airports_right"] for trial in thin) == 4  # une paire, quatre dates

# %% [markdown] key="riche" lang="fr"
# ## Le schéma riche
#
# Même fonction, mêmes demandes. On ne change que le **texte** : « code IATA de trois lettres majuscules : MAD pour
# Madrid. Jamais un nom de ville. », « au format ISO 8601 : AAAA-MM-JJ », et un motif, `pattern`, pour chaque format.
#
# Quand un outil est appelé de travers, le remède le moins cher est là.
#
# **Prédire.** Parmi les 24 dates, combien seront bien écrites, et combien justes ?

# %% key="riche-prediction"
rich_tool = vols24.definition("rich")
for name, schema in rich_tool["input_schema"]["properties"].items():
    print(f"{name:<5}", schema["description"], schema["pattern"])
predict("04.p2")

# %% key="riche-execution"
# Exécuter.
counts = compare("rich")
assert counts["date_format"] == 24 and counts["date_right"] == 12
for trial in results.simulation("rich")["trials"][:4]:
    print(f"{trial['input']['date']}, attendu {trial['expected']['date']} :", trial["asked"])

# %% [markdown] key="riche-explication" lang="fr"
# **Expliquer.** De 2 à 24 dates bien écrites, sans toucher au code. Mais 12 seulement sont **justes** : « vendredi
# prochain » et « demain » exigent la date du jour, qu'aucune description ne donne. (« Le 3 du mois prochain »
# n'exige que le mois.) Un `2026-09-04` impeccable envoie le voyageur une semaine trop tôt.
#
# De même, 16 paires de codes bien écrites, 8 justes : il faut **savoir** que Lyon s'écrit `LYS`.
#
# Jour de référence : le lundi 7 septembre 2026, notre choix. Le texte publié le place entre le 4 et le 10.

# %% key="riche-modification"
# Modifier : remplacez 9 par 0, puis par 21. D'où vient chaque valeur ?
trial = run()[9]
print(trial.request.text, "→", trial.input)
assert trial.grade.json  # la forme tient toujours
explain(trial.explanation)

# %% [markdown] key="forme" lang="fr"
# ## La forme n'est pas la vérité
#
# Un schéma est un contrat sur la **forme**. Pour le faire respecter, on valide. La bibliothèque `jsonschema` lit notre
# schéma riche : type, motif, et `"format": "date"`.
#
# Nous sommes le lundi 7 ; on attend le vendredi 11.
#
# **Prédire.** Parmi `2026-09-04` et `2026-02-31`, que refuse le validateur, réglé par défaut ?

# %% key="forme-prediction"
predict("04.p3")


# %% key="forme-execution"
# Exécuter : le schéma seul, le schéma et les formats, une lecture indulgente.
formats = jsonschema.FormatChecker()


def accepted(day, checker=None):
    given = {"from": "MAD", "to": "ATH", "date": day}
    schema = rich_tool["input_schema"]
    return jsonschema.Draft202012Validator(schema, format_checker=checker).is_valid(given)


for day in ("next Friday", "2026-9-11", "2026-02-31", "2026-09-04", "2026-09-11"):
    try:
        lenient = f"lit {datetime.strptime(day, '%Y-%m-%d'):%d/%m}"
    except ValueError:
        lenient = "refuse"
    seen = f"schéma {accepted(day)!s:<6} et formats {accepted(day, formats)!s:<6}"
    print(f"{day:<12}{seen} strptime {lenient}")
assert accepted("2026-02-31") and not accepted("2026-02-31", formats)
assert accepted("2026-09-04", formats)  # bien écrit, et faux

# %% [markdown] key="forme-explication" lang="fr"
# **Expliquer.** Par défaut, `format` n'est qu'une note : le 31 février passe. Avec `FormatChecker`, le calendrier est
# vérifié. Mais le mauvais vendredi passe **toujours** : il a la forme d'un jour, et c'en est un. À chaque question, sa
# note :
#
# | Note | Qui la donne |
# | --- | --- |
# | outil | le nom |
# | forme | les clés, les types |
# | format | un motif, un calendrier |
# | valeur | seulement ce que vous savez par ailleurs |
#
# **Modifier.** Ajoutez des jours à la liste. Lesquels `strptime` accepte-t-il seul ?

# %% [markdown] key="sources" lang="fr"
# ## Date, recherche ou enum
#
# Un échec de **format** se soigne dans la description et le schéma. Un échec de **connaissance**, en apportant la
# connaissance :
#
# - un jour : la date, dans le contexte ;
# - un petit ensemble fermé : un `enum`, chaque code avec son libellé ;
# - un grand ensemble, ou mouvant : un outil de recherche, appelé d'abord.
#
# **Prédire.** On ajoute la date du jour à `system`. Que deviennent les 12 dates justes, et les 8 aéroports justes ?

# %% key="sources-prediction"
print(vols24.today_line())
predict("04.p4")

# %% key="sources-execution"
# Exécuter : l'effet de chaque apport. Effets simulés.
additions = {
    "riche": {},
    "+ date du jour": {"today": True},
    "+ outil de recherche": {"lookup": True},
    "+ enum, codes nus": {"enum": "codes"},
    "+ date et recherche": {"today": True, "lookup": True},
}
right = {}
print(f"{'simulé, sur 24':<22}dates justes   aéroports : format   justes")
for name, options in additions.items():
    totals = results.simulation("rich", **options)["totals"]
    right[name] = totals["date_right"]["count"], totals["airports_right"]["count"]
    print(f"{name:<22}{right[name][0]:<27}{totals['airports_format']['count']:<9}{right[name][1]}")
assert right["+ date du jour"] == (24, 8)  # la date ne dit rien des villes

# %% [markdown] key="sources-explication" lang="fr"
# **Expliquer.** Chaque apport soigne **son** échec : la date ne fait rien aux aéroports, ni la recherche aux dates. Tous
# mettent la connaissance dans ce que le modèle **lit**, au lieu de compter sur sa mémoire.
#
# L'`enum` de codes nus impose un code de la liste, pas le bon : qui ne connaît pas Nantes choisit à tâtons parmi douze.
# D'où les libellés, dans la description.
#
# Donnez la date, jamais l'heure, et à la fin de `system` : un début qui change empêche l'API de réutiliser son cache
# (leçon 09).

# %% key="recherche"
# L'outil de recherche, en conversation : ce que votre code exécute.
def find_airport(city):
    code = vols24.cities().get(city)
    return [{"city": city, "iata": code}] if code else []


def execute(block):
    if block.name == lookup["name"]:
        output = find_airport(**block.input)
    else:
        output = [{"flight": "AR 204", "departure": "09:40", "price": 129}]
    return {"type": "tool_result", "tool_use_id": block.id, "content": json.dumps(output)}


lookup = vols24.definition("lookup")
assert find_airport("Nantes") == [{"city": "Nantes", "iata": "NTE"}]

# %% key="recherche-conversation"
# Modifier : retirez `lookup` des outils, puis `system`. Que devient le dernier appel ?
client = MockClaude(SimulatedModel("small"))
sent = {"model": MODEL, "max_tokens": 500, "tools": [rich_tool, lookup]}
messages = [{"role": "user", "content": vols24.requests()[23].text}]
for _ in range(4):
    response = client.messages.create(**sent, system=vols24.today_line(), messages=messages)
    messages.append({"role": "assistant", "content": response.content})
    uses = [block for block in response.content if block.type == "tool_use"]
    if not uses:
        break
    print([(block.name, block.input) for block in uses])
    messages.append({"role": "user", "content": [execute(block) for block in uses]})
assert response.stop_reason == "end_turn" and len(client.calls) >= 2
flow(client)

# %% key="grille"
# Modifier : passez du schéma mince au riche, sur chaque calque. Ajoutez ensuite un seul apport.
# Avec l'enum, quelles cases restent fausses ? Que manque-t-il au modèle ?
grid24(version="rich", layer="value")

# %% [markdown] key="echantillon" lang="fr"
# ## Lire un petit échantillon
#
# Vingt-quatre demandes, c'est peu. L'**intervalle de confiance à 95 %**, ces crochets de tout à l'heure, donne les taux
# que les données n'excluent pas : 4/24, c'est 17 %, avec un intervalle de 5 à 37 %.
#
# L'étude publiée compte aussi les outils : avec dix outils dans la requête, le bon est choisi 21 fois sur 24 ; avec
# vingt, 24 fois sur 24.
#
# **Prédire.** Que faut-il en conclure ?

# %% key="echantillon-prediction"
predict("04.p5")


# %% key="echantillon-execution"
# Exécuter. p : la probabilité d'un écart au moins aussi rare, si rien n'avait changé
# (test de Fisher).
def fisher(before, after, of=24):
    successes = before + after
    ways = [comb(of, k) * comb(of, successes - k) for k in range(successes + 1)]
    rare = sum(way for way in ways if way <= ways[before])
    return rare / sum(ways)


published = {"outil, 10 puis 20 outils": (21, 24), "aéroports justes": (4, 8),
             "aéroports, format": (4, 16), "dates, format": (2, 24)}
for name, (before, after) in published.items():
    print(f"{name:<25}{share(before):<18} → {share(after):<19} p = {fisher(before, after):.2g}")
assert round(fisher(21, 24), 2) == 0.23 and round(fisher(4, 8), 2) == 0.32
assert fisher(2, 24) < 1e-10

# %% [markdown] key="echantillon-explication" lang="fr"
# **Expliquer.** De 2 à 24 dates bien écrites : le hasard n'explique pas cela. De 4 à 8 aéroports justes, ou de 21 à 24
# outils : le hasard suffit à l'expliquer. « Plus d'outils, meilleur choix » n'est pas prouvé ; « plus d'outils, même
# choix » ne l'est pas non plus.
#
# Le dénominateur reste 24, les demandes sans appel comprises : « 8 justes sur 16 bien écrits » répondrait à une autre
# question. Et ces 24 demandes partagent six paires et quatre dates : elles en disent moins que 24 demandes indépendantes.

# %% key="echantillon-modification"
# Modifier : combien de demandes faut-il pour que « un sixième, puis un tiers » se voie ?
for of in (24, 48, 96, 240):
    before, after = of // 6, of // 3
    print(f"{share(before, of):<20} → {share(after, of):<20} p = {fisher(before, after, of):.2g}")
assert fisher(4, 8) > 0.05 > fisher(40, 80, of=240)

# %% [markdown] key="reel" lang="fr"
# ## Un vrai petit modèle
#
# Assez de simulation. Nous avons fait tourner SmolLM2-135M, près de quatre fois plus petit que le modèle publié, sur les mêmes
# 24 demandes, en anglais. Ses réponses sont enregistrées, **telles quelles**.
#
# Laissé **libre**, il bavarde : aucun appel. Recommençons en **imposant la forme** : à chaque pas, on lui retire tout ce que
# le schéma interdit (la leçon 06 montrera comment).
#
# **Prédire.** Que deviennent ses réponses ?

# %% key="reel-prediction"
free = results.recorded("rich-free")
print(free["trials"][0]["asked"], "→", free["trials"][0]["text"])
assert free["totals"]["json"]["count"] == 0
predict("04.p6")

# %% key="reel-execution"
# Exécuter : libre, avec un exemple, sous contrainte. Mesuré, enregistré.
measured = {}
names = ["rich-free", "rich-example", "thin-masked", "rich-masked"]
names += ["rich-masked-today", "rich-masked-enum"]
for name in names:
    totals = results.recorded(name)["totals"]
    measured[name] = {column: total["count"] for column, total in totals.items()}
    print(f"{name:<18}", *(f"{key} {count} ·" for key, count in measured[name].items()))
for trial in results.recorded("rich-masked")["trials"][20:]:
    print(trial["asked"], "→", trial["text"])
masked = measured["rich-masked"]
assert masked["date_format"] == 24 and masked["date_right"] == 0

# %% [markdown] key="reel-explication" lang="fr"
# **Expliquer.** Demander un outil s'apprend : libre, ce modèle bavarde ; avec un exemple, il recopie l'outil de l'exemple.
# Sous contrainte, le schéma riche donne **24 appels bien écrits, et aucun juste** : `AZT` a trois lettres, l'an 3123 est
# au calendrier.
#
# La date du jour ? Il la lit, et la recopie dix fois telle quelle : il faut encore savoir calculer. Confiez ce calcul à
# votre code (TP04, q7). L'`enum` donne 7 paires justes, moins que dans la simulation : voilà pourquoi on mesure.
#
# **Modifier.** Affichez les réponses de `"rich-masked-today"`, puis de `"thin-masked"`.

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# *« Le schéma est respecté, donc l'appel est bon. »* Non : un schéma dit si une valeur est bien écrite, jamais si elle
# est vraie. Et relancer n'y change rien : le modèle ne sait pas mieux la deuxième fois. Demandez-vous ce qu'il lui
# faudrait **lire** pour trouver juste.

# %% key="quiz"
quiz("04")

# %% [markdown] key="bilan" lang="fr"
# ## Vous savez maintenant
#
# - rejouer l'expérience des 24 demandes, et dire d'où vient chaque chiffre ;
# - séparer le format et la valeur ;
# - choisir entre la date dans le contexte, un outil de recherche et un `enum` ;
# - lire un petit échantillon avec son intervalle.
#
# Dans le TP04, vous noterez des appels, vous retrouverez les chiffres publiés, et vous écrirez les trois remèdes. La leçon
# 05 vous laissera choisir *quand* le modèle appelle : `tool_choice`.
