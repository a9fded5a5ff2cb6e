package cues

// The weights the program carries were fitted to lines read by this table:
// a change of it changes what they mean.
var english = language{
	code: "en",
	name: "English",
	asks: "how, what, whats, what's, why, where, wheres, where's, when, who, which, can, could, does, do, did, is, are, " +
		"any, anyone, anybody, someone, somebody, has, should, would",
	thanks: "thanks, thank, thx, thanx, thnx, tnx, ty, tyvm, cheers",
	nods: "ok, okay, k, kk, yes, yeah, yep, yup, ya, no, nope, nah, right, sure, cool, nice, great, awesome, perfect, " +
		"lol, haha, hehe, heh, ah, oh, hm, hmm, well, hi, hello, hey, yo, bye, brb, np, true, indeed",
}
