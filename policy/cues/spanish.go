package cues

var spanish = language{
	code: "es",
	name: "Spanish",
	asks: "cómo, qué, por, quién, quiénes, cuándo, dónde, cuál, cuáles, cuánto, cuánta, cuántos, cuántas, alguien, algún, alguna, " +
		"hay alguien, hay alguna, hay algún, hay que, puedo, puedes, podéis, pueden, podría, podrías, sabes, sabéis, saben, se puede, sabe alguien, eres, tienes, tenéis, conoces, sois, " +
		"a qué, de dónde, en qué, para qué, a quién",
	thanks: "gracias, graciass, grax, agradezco",
	nods: "si, sí, sip, claro, vale, dale, bueno, perfecto, genial, exacto, eso es, ya está, ok, " +
		"hola, holaa, buenas, buenos días, buenas tardes, buenas noches, adiós, chao, chau, jaja, jajaja, jajajaja, jeje, jejeje, de nada, de acuerdo",
}
