package odds

import (
	_ "embed" // the weights the program carries
)

//go:embed default.json
var carried []byte

//go:embed replies.json
var carriedReplies []byte

var builtin = mustLoad(carried).With(mustLoad(carriedReplies))

// Weights are what each feature is worth, ready for use. They are never
// changed and may be shared.
type Weights struct {
	Name       string // what the file calls itself
	Provenance string // how it was made: "hand-set", or what it was fitted to
	Fitted     Fitted // to what exactly; zero: it was not

	bias  float64
	most  float64 // no estimate is above
	bent  float64 // what of the log-odds above those of [Knee] doesn't count where several take part; 0: all does
	each  [features]float64
	gate  Feature           // 0: none, and gated is 0
	gated [features]float64 // what is added to each as far as the gate is open

	replies *Weights // for channels whose lines carry the network's replies; nil: these
	expects bool     // replies are for a channel in which nobody has replied yet, too

	expecting *Weights // the same with expects set; nil: these
}

// With returns the weights with others for channels whose lines carry the
// network's replies. There people press reply where they would call a name
// elsewhere, so that the same line without either means something else.
func (w *Weights) With(replies *Weights) *Weights {
	both := *w
	both.replies = replies
	expecting := both
	expecting.expects = true
	both.expecting = &expecting
	return &both
}

// ExpectingReplies returns the weights for a network that has replies, in whose
// channels those for replies hold before the first one, too. Not where somebody
// seems alone with us: who has nobody else to talk with needs no reply.
func (w *Weights) ExpectingReplies() *Weights {
	if w.expecting == nil {
		return w
	}
	return w.expecting
}

// Replies returns the weights for channels whose lines carry the network's
// replies; w itself when it has no others.
func (w *Weights) Replies() *Weights {
	if w.replies == nil {
		return w
	}
	return w.replies
}

// of returns those of the two that are for a line with these features.
func (w *Weights) of(values *[features]float64) *Weights {
	if w.replies != nil && (values[Replying] > 0 || w.expects && values[Alone] == 0) {
		return w.replies
	}
	return w
}

// Builtin returns the weights the program carries.
func Builtin() *Weights { return builtin }

// Weight returns what a feature is worth, the gate shut.
func (w *Weights) Weight(f Feature) float64 {
	if f >= features {
		return 0
	}
	return w.each[f]
}

// Gated returns what a feature is worth beside that, the gate wide open.
func (w *Weights) Gated(f Feature) float64 {
	if f >= features {
		return 0
	}
	return w.gated[f]
}

// mustLoad is for a file of the program itself: it panics when it is wrong.
func mustLoad(file []byte) *Weights {
	w, err := Load(file)
	if err != nil {
		panic(err)
	}
	return w
}
