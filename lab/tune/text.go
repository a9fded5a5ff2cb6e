package tune

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"familiar/config"
	"familiar/internal/shorten"
)

// wide is how many columns a terminal is taken to have.
const wide = 80

// Text returns the report for a terminal of 80 columns: the setting in force
// and the offers, where the figures come from, and what is worth taking over.
// With long it has every setting, with what it turns, however wide.
func (r *Report) Text(long bool) string {
	var b strings.Builder
	if r.Familiar != "" || r.In != "" {
		fmt.Fprintf(&b, "%s:\n", r.Title())
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "missed\tinterrupts\t%s\tP\tR\tF1\t setting\n", r.unit())
	for _, row := range r.Rows {
		says := strings.Join(row.Names, ", ")
		switch {
		case long:
			says = row.String()
		case says == "":
			continue
		}
		f := row.Figures()
		fmt.Fprintf(t, "%d\t%d\t%s\t%.3f\t%.3f\t%.3f\t %s\n", f.Misses, f.Interruptions, r.cost(f), f.P, f.R, f.F1, says)
	}
	t.Flush() // into memory: it can't fail
	b.WriteByte('\n')
	for _, sentence := range r.where() {
		b.WriteString(wrap(sentence))
	}
	if len(r.Trials) > 0 {
		b.WriteString("\nAgainst the setting in force, on what was held back:\n")
	}
	for _, trial := range r.Trials {
		b.WriteString("  " + trial.String() + "\n")
	}
	return b.String() + wrap(r.verdict())
}

// Title names what was tuned.
func (r *Report) Title() string {
	where := "everywhere"
	if r.In != "" {
		where = "in " + r.In
	}
	return cmp.Or(string(r.Familiar), "familiar") + " " + where
}

// Recommended returns the manner whose setting is worth taking over: balanced if
// it gains anything; "" none. The other two are a matter of taste, so they are
// offered and not recommended.
func (r *Report) Recommended() Manner {
	if r.Worth(Balanced).Gains() {
		return Balanced
	}
	return ""
}

// verdict says what follows.
func (r *Report) verdict() string {
	var tastes []string
	for _, m := range []Manner{Reserved, Lively} {
		if r.Worth(m).Gains() {
			tastes = append(tastes, string(m))
		}
	}
	without := ""
	if r.Judge == "none" {
		without = " without a judge"
	}
	untold := !slices.ContainsFunc(r.Trials, func(t Trial) bool { return t.Worth != Untold && !t.Same })
	switch {
	case r.Recommended() != "":
		return fmt.Sprintf("Tuning%s helps here: take %s, or another one that you like better.", without, Balanced)
	case len(r.Trials) > 0 && !slices.ContainsFunc(r.Trials, func(t Trial) bool { return !t.Same }):
		return fmt.Sprintf("Tuning%s doesn't help here: nothing better was found. Keep what you have.", without)
	case untold:
		return "Too little talk is held back to tell whether tuning helps: keep what you have, or record more."
	case len(tastes) > 0:
		return fmt.Sprintf("Tuning%s doesn't make F1 better here: keep what you have, unless you want what %s does.", without, strings.Join(tastes, " or "))
	}
	return fmt.Sprintf("Tuning%s doesn't help here: keep what you have.", without)
}

// where says in two sentences where the figures come from.
func (r *Report) where() [2]string {
	of := fmt.Sprintf("Parts they were chosen by: %d; the figures are of the others, %d.", r.ChosenBy, r.Reported)
	switch {
	case r.Reported == 0:
		of = "There is only one part: the figures are of the talk the settings were chosen by, and flatter them."
	case len(r.Rows) > 0 && r.Rows[0].Other == nil:
		of = "It was stopped: the figures are of the parts the settings were chosen by, and flatter them."
	}
	return [2]string{fmt.Sprintf("%d settings nothing beats in misses, interruptions and cost, of %d replays.", r.Front, r.Runs), of}
}

// TOML returns what to write into a configuration for the setting of a manner;
// "" when it turns nothing. For a familiar everywhere it is its own table, whose
// keys belong into the one that is there; in channels it is a rule, to be put at
// the file's end.
func (r *Report) TOML(m Manner) (string, error) {
	row, ok := r.Offer(m)
	if !ok || len(row.Turned) == 0 {
		return "", nil
	}
	if r.In != "" {
		text, err := config.TurnIn(nil, r.In, r.Familiar, nil, row.Turned...)
		return string(text), err
	}
	return config.Table(r.Familiar, row.Turned...), nil
}

// Summary returns several reports, a line for each, and then what is recommended
// of each as far as lines allow; less than 1: all of it.
func Summary(reports []*Report, lines int) (string, error) {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "tuned\theld back\tF1 now\tbalanced\tgain, 95 %\t\n")
	for _, r := range reports {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\n", shorten.Ellipsis(r.Title(), 24), r.Reported, r.f1(now), r.f1(string(Balanced)), r.gain(), r.short())
	}
	t.Flush() // into memory: it can't fail
	for _, r := range reports {
		m := r.Recommended()
		if m == "" {
			continue
		}
		text, err := r.TOML(m)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n# %s: %s\n%s", r.Title(), m, text)
	}
	return fold(b.String(), lines), nil
}

func (r *Report) f1(name string) string {
	if row, ok := r.Offer(Manner(name)); ok {
		return fmt.Sprintf("%.3f", row.Figures().F1)
	}
	return "-"
}

func (r *Report) gain() string {
	if t, ok := r.trial(Balanced); ok && !t.Same {
		return fmt.Sprintf("%+.3f to %+.3f", t.F1.Low, t.F1.High)
	}
	return "-"
}

func (r *Report) short() string {
	switch r.Worth(Balanced) {
	case Better:
		return "take it"
	case Cheaper:
		return "cheaper"
	case Untold:
		return "too little"
	case Nothing:
	}
	return "keep yours"
}

// fold returns at most so many lines of a text, and says how many are left out.
func fold(text string, most int) string {
	all := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	if most < 1 || len(all) <= most {
		return text
	}
	return strings.Join(all[:most-1], "") + fmt.Sprintf("… and %d more lines: give --long.\n", len(all)-most+1)
}

// wrap breaks a text into lines of [wide] columns, between words.
func wrap(text string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > wide:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}
