# %% [markdown] key="titre" lang="fr"
# # 00 · Prise en main : apprendre hors ligne
#
# *Leçon de 20 minutes, non notée.*
#
# Un modèle de langage peut demander à votre programme d'agir. Ce cours vous apprend à lui répondre juste. Faisons
# d'abord le tour de la maison.
#
# **Vous allez savoir**
#
# - ouvrir un carnet, l'exécuter, le vérifier, le rendre ;
# - dire quel Claude vous parle : scripté, simulé ou réel ;
# - dire ce que « hors ligne » garantit, et ce qu'il ne prouve pas ;
# - lire un message de test, ligne par ligne ;
# - suivre la règle de la maison : prédire, exécuter, expliquer, modifier.

# %% [markdown] key="regle" lang="fr"
# ## La règle de la maison
#
# Un carnet est une suite de cellules. Cliquez dans la cellule suivante, puis appuyez sur **Maj + Entrée** : elle
# s'exécute, et le carnet avance. Elle n'affiche rien ; un numéro apparaît à sa gauche.
#
# Prenez les cellules dans l'ordre. Chaque section se lit en quatre temps :
#
# 1. **Prédire** : vous pariez, avant de voir.
# 2. **Exécuter** : la cellule tranche.
# 3. **Expliquer** : vous comprenez l'écart.
# 4. **Modifier** : vous changez une chose, et vous regardez.
#
# Un pari perdu n'est pas une faute : c'est là que l'on apprend le plus.

# %% key="preparation"
import os
from unittest.mock import patch

import anthropic

from tooluse import MockClaude, ScriptedModel, connect, reply, settings
from tooluse.practice import LocalStudent, Suite, fail
from tooluse.widgets import flow, predict, quiz

MODEL = settings().model

# %% [markdown] key="echange" lang="fr"
# ## Un premier échange
#
# Dans ce cours, Claude parle d'abord par la voix d'un **script** : une liste de répliques écrites d'avance.
# Rien n'est envoyé sur le réseau, et il ne faut aucune clé.
#
# **Prédire.** Notre script tient en une réplique. Nous allons poser une question de calcul. Choisissez une
# réponse, validez, lisez l'explication.

# %% key="echange-prediction"
predict("00.p1")


# %% key="echange-execution"
# Exécuter : une question, et la réplique du script.
def ask(client, question):
    return client.messages.create(
        model=MODEL, max_tokens=500, messages=[{"role": "user", "content": question}]
    )


def spoken(response):
    return "".join(block.text for block in response.content if block.type == "text")


hello = MockClaude(ScriptedModel([reply("Bonjour ! Je suis prêt.")]))
answer = spoken(ask(hello, "Combien font 6 × 7 ?"))
assert answer == "Bonjour ! Je suis prêt."
print(answer)

# %% [markdown] key="echange-explication" lang="fr"
# **Expliquer.** Le modèle scripté ne lit pas : il dit sa réplique suivante. C'est voulu : une leçon donne ainsi
# la même chose à tous, aujourd'hui comme dans deux ans.
#
# Tout le reste est authentique. Le client vient du SDK `anthropic`, la bibliothèque Python officielle. La requête a
# été contrôlée selon les règles de l'API ; la réponse en a la forme. Elle porte un **motif d'arrêt**,
# `stop_reason` : `end_turn` si le modèle a fini, `max_tokens` si la place manque…
#
# La vue suivante montre ce qui a circulé, et vous fait prédire chaque étape.

# %% key="echange-vue"
# Rouvert demain, le carnet montrera des questions et des vues qui ne répondent plus.
# Pour les réveiller : menu « Exécution », « Exécuter toutes les cellules ».
assert isinstance(hello, anthropic.Anthropic)
flow(hello)

# %% key="echange-modification"
# Modifier : ajoutez une troisième question, exécutez, et lisez l'erreur : elle dit quoi faire.
# Puis ajoutez une réplique au script.
client = MockClaude(ScriptedModel([reply("Bonjour."), reply("Bonsoir.")]))
for question in ["Comment allez-vous ?", "Quelle heure est-il ?"]:
    print(f"{question:<22} → {spoken(ask(client, question))}")

# %% [markdown] key="qui-parle" lang="fr"
# ## Quel Claude vous parle ?
#
# | Claude | Qui répond | Quand |
# | --- | --- | --- |
# | **scripté** | des répliques écrites d'avance | dans les leçons et les carnets notés |
# | **simulé** | des règles qui lisent vos définitions d'outils | plus loin dans le cours |
# | **réel** | l'API d'Anthropic, avec votre clé | seulement si vous le demandez |
#
# `settings()` donne la configuration. La variable d'environnement `TOOLUSE_MODEL` peut la changer. La première
# cellule de code contient `MODEL = settings().model`.
#
# **Prédire.** La configuration change ensuite. De `MODEL` et de `settings().model`, lequel donne le nouveau nom ?

# %% key="qui-parle-prediction"
predict("00.p2")

# %% key="qui-parle-execution"
# Exécuter : la configuration change un instant. À gauche, MODEL ; à droite, settings().model.
print("avant   →", MODEL, "|", settings().model)

with patch.dict(os.environ, TOOLUSE_MODEL="modele-d-essai"):
    print("pendant →", MODEL, "|", settings().model)
    assert settings().model == "modele-d-essai"
    assert MODEL != "modele-d-essai"

# %% [markdown] key="qui-parle-explication" lang="fr"
# **Expliquer.** `settings()` relit la configuration à chaque appel. `MODEL` garde la valeur lue une fois pour toutes.
#
# Pourquoi tant de soin ? Parce que les modèles sont un jour retirés. L'API répond alors 404, et un carnet où le nom
# est écrit à la main échoue dès sa première requête. Dans ce cours, le nom se trouve à un seul endroit, et vous
# n'aurez jamais à l'écrire.
#
# `connect()` ouvre le client qui convient et annonce qui parle.

# %% key="qui-parle-modification"
# Modifier : remplacez "offline" par "live", puis par "online".
# Que vous apprend la dernière ligne de chaque erreur ?
with patch.dict(os.environ, TOOLUSE_BACKEND="offline"):
    connect(ScriptedModel([reply("Bonjour.")]))
    print(settings())

# %% [markdown] key="hors-ligne" lang="fr"
# ## Ce que « hors ligne » prouve
#
# Votre programme pose une question. Le script répond. Tout se déroule sans erreur.
#
# **Prédire.** Qu'avez-vous prouvé ?

# %% key="hors-ligne-prediction"
predict("00.p3")

# %% key="hors-ligne-execution"
# Exécuter : un script qui se trompe, puis une requête qui se trompe.
client = MockClaude(ScriptedModel([reply("La capitale de l'Italie est Lyon.")]))
answer = spoken(ask(client, "Quelle est la capitale de l'Italie ?"))
assert "Lyon" in answer
print("Réponse acceptée :", answer)

try:
    client.messages.create(
        model="modele-retire", max_tokens=500, messages=[{"role": "user", "content": "Bonjour"}]
    )
except anthropic.NotFoundError as refused:
    print("Requête refusée  :", refused.status_code, refused.api_message)
assert [call.status for call in client.calls] == [200, 404]

# %% [markdown] key="hors-ligne-explication" lang="fr"
# **Expliquer.** La réponse fausse est passée ; la requête fautive, non.
#
# | Hors ligne garantit | Hors ligne ne prouve pas |
# | --- | --- |
# | ni réseau, ni clé, ni facture | ce qu'un Claude réel répondrait |
# | le vrai SDK : ses types, ses exceptions | qu'il choisirait le bon outil |
# | les refus de l'API, dans ses propres termes | le nombre exact de tokens |
# | le même résultat à chaque fois | le temps d'attente |
#
# Vous mettez ici **votre code** à l'épreuve, jamais l'intelligence du modèle.

# %% key="hors-ligne-modification"
# Modifier : allongez la question.
# Le compte de tokens est une estimation : aucun compteur exact n'existe hors ligne.
client = MockClaude(ScriptedModel([reply("Noté.")]))
response = ask(client, "Quelle est la capitale de l'Italie ?")
print("Tokens envoyés, estimés :", response.usage.input_tokens)

# %% [markdown] key="message" lang="fr"
# ## Lire un message de test
#
# Des tests exécuteront votre code. Quand l'un d'eux échoue, il affiche un message en français.
#
# **Prédire.** La fonction ci-dessous rend la bonne valeur. Le test réussira-t-il ?

# %% key="message-prediction"
predict("00.p4")


# %% key="message-fonction"
# Exécuter, d'abord : la fonction du pari, et de quoi lancer un test.
def add_question(messages, question):
    messages.append({"role": "user", "content": question})
    return messages


def first_failure(suite, task):
    """Le premier échec des tests d'une tâche, ou None."""
    results = suite.run(task, LocalStudent(globals()))
    return next((result.failure for result in results if not result.passed), None)


# %% key="message-execution"
# Exécuter, ensuite : le test prête une liste, puis regarde ce qu'elle est devenue.
example = Suite("exemple")


@example.test("add_question", "liste reçue intacte")
def list_left_alone(student):
    received = student.call("add_question", [], "Bonjour").args_after[0]
    if received:
        seen = f"La liste prêtée était vide. Après l'appel, elle contient {len(received)} message."
        fail("ALIAS", seen, look="leçon 00, « Lire un message de test »")


failure = first_failure(example, "add_question")
assert failure, "Fonction déjà corrigée : réexécutez la cellule qui la définit, puis celle-ci."
assert failure.code == "ALIAS"
print(failure)

# %% [markdown] key="message-explication" lang="fr"
# **Expliquer.** Quatre lignes, dans cet ordre (la dernière manque parfois) :
#
# 1. **Le code et le nom** de la méprise : `ALIAS`, « Objet partagé modifié ». Ces codes reviennent dans tout le
#    cours.
# 2. **Vu** : ce que le test a constaté.
# 3. **Pourquoi** : ce que cette méprise coûte.
# 4. **Où regarder** : le passage à relire.
#
# Dans un carnet noté, `verify("tp01.q2")` lance les tests publics et montre le premier échec. `hint("tp01.q2", 1)`
# donne le premier de trois indices. Les tests cachés, eux, ne tournent que chez votre enseignant.


# %% key="message-modification"
# Modifier : rendez une liste nouvelle, `return [*messages, {…}]`,
# sans toucher à celle qu'on vous prête.
def add_question(messages, question):
    messages.append({"role": "user", "content": question})
    return messages


print(first_failure(example, "add_question") or "Test réussi : la liste prêtée est intacte.")

# %% [markdown] key="temoin" lang="fr"
# ## À vous : le témoin
#
# ### q0 · Qui parle ? (non notée)
#
# 1. Complétez `who_speaks()`, qui ne prend aucun argument.
# 2. Elle rend un couple : le nom du backend, puis l'identifiant du modèle, tels que la configuration les donne **au
#    moment de l'appel**.
# 3. Exécutez votre cellule, puis la cellule de contrôle. Corrigez tant qu'un échec s'affiche.


# %% key="temoin-depart"
def who_speaks():
    """Le couple (backend, modèle) de la configuration du moment."""
    # VOTRE CODE ICI
    raise NotImplementedError("Tâche à faire : remplacez cette ligne par votre code.")


# %% key="temoin-controle"
# Le contrôle : il appelle votre fonction, change la configuration, puis l'appelle de nouveau.
q0 = Suite("lecon00")
LOOK = "leçon 00, « Quel Claude vous parle ? »"


@q0.test("q0", "configuration du moment")
def follows_settings(student):
    now = (settings().backend, settings().model)
    for backend, model in (now, ("offline", "modele-b"), ("live", "modele-c")):
        with patch.dict(os.environ, TOOLUSE_BACKEND=backend, TOOLUSE_MODEL=model):
            returned = student.call("who_speaks").value
        if returned not in ((backend, model), [backend, model]):
            expected = f"La configuration donnait `{(backend, model)}`"
            fail(None, f"{expected} ; votre fonction a rendu `{returned}`.", LOOK)


print(first_failure(q0, "q0") or "q0 : réussi. Votre fonction suit la configuration.")
assert settings().model == MODEL  # la configuration est revenue comme avant

# %% [markdown] key="temoin-solution" lang="fr"
# <details>
# <summary>Une solution, à déplier après vos essais</summary>
#
# ```python
# def who_speaks():
#     current = settings()
#     return current.backend, current.model
# ```
#
# Un nom écrit à la main, ou `MODEL`, réussit la première comparaison et échoue à la deuxième : entre les deux, la
# configuration a changé.
#
# </details>

# %% [markdown] key="rendre" lang="fr"
# ## Rendre un carnet noté
#
# Les carnets notés s'appellent `tp01`, `tp02`… Pour rendre :
#
# 1. Menu **Noyau**, **Redémarrer le noyau et exécuter toutes les cellules…** Un carnet qui ne marche que dans le désordre
#    ne marche pas. Une tâche sans réponse arrête l'exécution ; vous pouvez rendre quand même.
# 2. Enregistrez : **Ctrl + S**.
# 3. **Ici**, dans une nouvelle cellule, exécutez cette ligne, à votre nom :
#
# ```python
# %run -m tooluse submit tp01 --student prenom.nom
# ```
#
# La commande vérifie le carnet, le copie dans `submitted/`, signale les manques et dit quel fichier remettre.
# Rendez ce que vous avez : chaque tâche est notée à part.

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# **« C'est vert, donc c'est juste. »**
#
# Non. Les tests publics disent seulement : *rien de faux n'a été vu*. Les tests cachés regardent d'autres cas. Et hors
# ligne, le vrai modèle n'a pas été consulté. Gardez trois questions en tête : qu'ai-je exécuté ? qui a répondu ?
# qu'est-ce que cela prouve ?

# %% key="questions"
quiz("00")

# %% [markdown] key="fin" lang="fr"
# ## Vous savez maintenant
#
# - ouvrir un carnet, l'exécuter, le vérifier, le rendre ;
# - dire quel Claude vous parle : scripté, simulé ou réel ;
# - dire ce que « hors ligne » garantit, et ce qu'il ne prouve pas ;
# - lire un message de test, ligne par ligne ;
# - suivre la règle de la maison : prédire, exécuter, expliquer, modifier.
#
# La suite : **01 · Un appel d'outil est une demande**. Vous y verrez qui demande, et qui exécute.
