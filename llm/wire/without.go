package wire

import "sync/atomic"

// Without is what a model's provider has turned down, a set of abilities of its client,
// which it is asked without from then on. The zero Without is nothing. Its methods may be
// called at the same time.
type Without[Ability ~uint32] struct{ set atomic.Uint32 }

// Has reports whether the ability is among them.
func (w *Without[Ability]) Has(ability Ability) bool { return Ability(w.set.Load())&ability != 0 }

// Ask has a request made without those, and again as long as it is turned down for an
// ability that wasn't left out yet.
func (w *Without[Ability]) Ask(ask func(without Ability) (lacks Ability, err error)) error {
	for {
		without := Ability(w.set.Load())
		lacks, err := ask(without)
		if lacks &^= without; lacks == 0 {
			return err
		}
		w.set.Or(uint32(lacks))
	}
}
