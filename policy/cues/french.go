package cues

var french = language{
	code: "fr",
	name: "French",
	asks: "qui, comment, pourquoi, quand, où, quel, quelle, quels, quelles, combien, quoi, est-ce, qu'est-ce, c'est quoi, quelqu'un, " +
		"qqn, peut-on, on peut, peux-tu, pouvez-vous, tu peux, vous pouvez, je peux, puis-je, peut-il, que veut, que signifie, que faire, que dois-je, à quoi, sur quoi, avec quoi, à qui, avec qui, ça va, qu'est ce, es-tu, êtes-vous, faut-il, y'a-t-il, y a-t-il, avez-vous, as-tu, savez-vous, sais-tu, " +
		"c’est quoi, quelqu’un, qu’est-ce, ya moyen, tu sais, vous savez, d'où, d’où",
	strict: "où, d'où, d’où",
	thanks: "merci, mercii, mci, remerciements",
	nods: "oui, ouais, ouaip, non, nan, d'accord, d’accord, voilà, exact, exactement, parfait, génial, carrément, nickel, bien sûr, " +
		"ah, salut, bonjour, bonsoir, coucou, ciao, à plus, bonne nuit, mdr, ptdr, lol, haha, ben oui, ben non",
}
