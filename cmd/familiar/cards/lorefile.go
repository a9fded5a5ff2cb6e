package cards

import (
	"fmt"
	"strings"

	"familiar/config/document"
	"familiar/policy/lore"
)

// written returns a lorebook as its file, without what is at its default.
func written(b lore.Book, from string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# What %s\n", from)
	def := lore.Default()
	knob := func(key string, value, otherwise any) {
		if value != otherwise {
			fmt.Fprintf(&out, "%s = %s\n", key, document.Written(value))
		}
	}
	knob("depth", b.Depth, def.Depth)
	knob("budget", b.Budget, def.Budget)
	knob("rounds", b.Rounds, def.Rounds)
	knob("match", string(b.Match), string(def.Match))
	knob("case_sensitive", b.CaseSensitive, def.CaseSensitive)
	var none lore.Entry
	none.Start(nil)
	for i := range b.Entries {
		e := &b.Entries[i]
		fmt.Fprintf(&out, "\n[[entries]]\nid = %s\n", document.Text(e.ID))
		knob("name", e.Name, none.Name)
		list(&out, "keys", e.Keys)
		list(&out, "secondary", e.Secondary)
		knob("logic", string(e.Logic), string(none.Logic))
		knob("match", string(e.Match), string(none.Match))
		knob("case_sensitive", e.CaseSensitive, none.CaseSensitive)
		knob("depth", e.Depth, none.Depth)
		knob("constant", e.Constant, none.Constant)
		knob("off", e.Off, none.Off)
		knob("chance", e.Chance, none.Chance)
		knob("wakes", e.Wakes, none.Wakes)
		knob("woken", e.Woken, none.Woken)
		knob("priority", e.Priority, none.Priority)
		knob("order", e.Order, none.Order)
		knob("place", string(e.Place), string(none.Place))
		fmt.Fprintf(&out, "text = %s\n", document.Text(e.Text))
	}
	return out.String()
}

func list(out *strings.Builder, key string, all []string) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(out, "%s = %s\n", key, document.Texts(all))
}
