package operate

import (
	"fmt"
	"io"
	"text/tabwriter"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/messages"
)

// explain prints what holds for one familiar, in one channel or before any.
func (c *checkCommand) explain(loaded *config.Config, out io.Writer) error {
	e, err := loaded.Explain(messages.FamiliarID(c.Who), c.Where)
	if err != nil {
		return err
	}
	if c.JSON {
		return command.PrintJSON(out, e)
	}
	return tellPolicy(e, out)
}

// tellPolicy prints an explanation: what it comes to, then the rungs, then the
// knobs.
func tellPolicy(e *config.Explanation, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	place, account := fmt.Sprintf("in %s", e.Channel), fmt.Sprintf("account %s, ", e.Account)
	if e.Channel == "" {
		place, account = "without a channel", ""
	}
	fmt.Fprintf(w, "%s %s: %s.\n", e.Familiar, place, e.Where)
	if !e.There {
		return w.Flush()
	}
	fmt.Fprintf(w, "Preset %s, %s%s.\n\n", e.Preset, account, judged(e.Judge, e.Second))
	for _, sentence := range e.Amounts {
		fmt.Fprintln(w, sentence)
	}
	fmt.Fprint(w, "\nRUNG\tWHAT IT DOES (the first that claims a line decides)\n")
	for _, r := range e.Rungs {
		fmt.Fprintf(w, "%s\t%s\n", r.Rung, r.Answer)
	}
	fmt.Fprintf(w, "(none)\tLines that no rung claims are only observed.\n")
	tellKnobs(w, "KNOB", e.Knobs)
	tellKnobs(w, "ROOM", e.Room)
	for _, table := range e.LeftOut {
		fmt.Fprintf(w, "\nLeft out, because a knob would be invalid here: %s\n", table)
	}
	return w.Flush()
}

func judged(model, second string) string {
	switch {
	case model == "":
		return "no judge"
	case second != "":
		return "judge " + model + ", and " + second + " where that is not enough"
	}
	return "judge " + model
}

func tellKnobs(w io.Writer, title string, knobs []config.Knob) {
	fmt.Fprintf(w, "\n%s\tFROM\tVALUE\n", title)
	for _, k := range knobs {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Key, k.From, k.Value)
	}
}
