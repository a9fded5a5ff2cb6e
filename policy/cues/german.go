package cues

// "Was" begins English lines as well, so it stands with the word behind it.
var german = language{
	code: "de",
	name: "German",
	asks: "wie, warum, wer, wo, wann, wieso, weshalb, welche, welcher, welches, welchen, wem, wen, wohin, woher, wofür, womit, woran, " +
		"was ist, was sind, was war, was macht, was machst, was heißt, was meinst, was meint, was kann, was soll, was hat, was für, " +
		"was genau, was denn, was brauche, was muss, was gibt, was passiert, was haltet, was hältst, was möchtest, was bedeutet, was willst, mit wem, für wen, an was, zu wem, bist du, seid ihr, sind sie, habe ich, habt ihr, geht das, " +
		"jemand, kann, kannst, könnt, könnte, könntest, weiß, weißt, kennt, kennst, hast, habt, hat jemand, gibt es, gibts, gibt's, ist das, ist der, ist die, ist es, " +
		"darf, soll, sollte, muss man, muss ich",
	thanks: "danke, dankeschön, dankee, dank, vielen, merci",
	nods: "ja, nein, jo, jep, nö, nee, doch, genau, klar, gut, okay, oki, stimmt, richtig, passt, prima, klasse, perfekt, achso, " +
		"naja, moin, hallo, servus, guten morgen, guten abend, guten tag, tschüss, tschüß, bis dann, haha",
}
