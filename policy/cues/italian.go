package cues

// "Come" and "va" are words of English and French, too.
var italian = language{
	code: "it",
	name: "Italian",
	asks: "come si, come mai, come fa, come faccio, come fai, come posso, come va, come stai, chi, cosa, che cosa, dove, dov'è, quando, perché, quale, quali, quanto, " +
		"quanti, qualcuno, posso, puoi, potete, potresti, si può, sapete, sai, c'è qualcuno, c'è un, c'è modo, a che, da dove",
	thanks: "grazie, graziee, ringrazio",
	nods: "sì, già, certo, esatto, giusto, perfetto, ottimo, bene, va bene, vabbè, d'accordo, ok, okay, ecco, ah, " +
		"ciao, salve, buongiorno, buonasera, buonanotte, buon giorno, prego, ahah, ahaha, ahahah, eheh",
}
