package config

import "familiar/policy/ladder"

// siblings warns of familiars that share channels with others and list their
// rungs without sibling: they answer what calls another.
func (v *validation) siblings() {
	for i := range v.Channels {
		rule := &v.Channels[i]
		if len(rule.Familiars) < 2 {
			continue
		}
		for _, id := range rule.Familiars {
			f, known := v.Familiars[id]
			if at := answersAll(f.Ladder.Rungs); known && at != "" {
				v.odd(inside(inside(inside("familiars", string(id)), "ladder"), "rungs"),
					"there is no %q above %q, and channels[%d] has several familiars: it may answer lines meant for another", ladder.Sibling, at, i+1)
			}
		}
	}
}

// answersAll returns the first rung that claims a line without its being called
// and that no sibling stands above; "": there is none.
func answersAll(rungs []ladder.Rung) ladder.Rung {
	for _, rung := range rungs {
		switch rung { //nolint:exhaustive // the others claim what calls it, or answer nothing
		case ladder.Sibling:
			return ""
		case ladder.Sticky, ladder.Solo:
			return rung
		}
	}
	return ""
}
