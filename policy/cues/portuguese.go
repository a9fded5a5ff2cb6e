package cues

var portuguese = language{
	code: "pt",
	name: "Portuguese",
	asks: "como, por, quem, quando, onde, qual, quais, quanto, quanta, quantos, quantas, alguém, cadê, será, o que, o quê, pra que, de onde, " +
		"que horas, tem como, tem alguém, dá pra, dá para, posso, pode, podem, poderia, consegue, você sabe, vc sabe, vocês sabem, sabe",
	strict: "será, dá pra, dá para, tá, tá bom, tá bem, é isso",
	thanks: "obrigado, obrigada, obg, obgd, brigado, brigada, valeu, vlw",
	nods: "sim, não, é isso, isso, isso mesmo, claro, beleza, blz, certo, tá, tá bom, tá bem, está bem, perfeito, ótimo, legal, exato, aham, uhum, " +
		"opa, oi, olá, ola, bom dia, boa tarde, boa noite, tchau, até mais, kkk, kkkk, kkkkk, rs, rsrs, haha, de nada",
}
