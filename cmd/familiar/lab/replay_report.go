package lab

import (
	"fmt"

	"familiar/lab/report"
)

// reports says whether anything of a report is wanted: a comparison ends with
// one on the terminal.
func (s *session) reports() bool {
	return len(s.trials) == 2 || s.command.Report != "" || s.command.JSON != ""
}

// write writes the report to where it is wanted, its figures to the terminal.
func (s *session) write(builder *report.Builder) error {
	costs := make([]*float64, len(s.trials))
	for i := range s.trials {
		costs[i] = s.trials[i].spent
	}
	r, err := builder.Build(costs...)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.std.Out, "\n%s", r.Text())
	if w := s.written.Writer(outReport); w != nil {
		if err := r.HTML(w); err != nil {
			return err
		}
	}
	if w := s.written.Writer(outJSON); w != nil {
		return r.JSON(w)
	}
	return nil
}
