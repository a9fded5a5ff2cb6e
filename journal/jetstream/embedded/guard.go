package embedded

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"familiar/journal/jetstream/blocks"
)

// ErrDamaged says that something of a store is lost that no kill and no power
// cut takes.
var ErrDamaged = errors.New("the store is damaged")

// A DamagedError names what is lost of a store. It is an [ErrDamaged].
type DamagedError struct {
	Folder   string
	Findings []blocks.Finding
}

// Unwrap returns ErrDamaged.
func (*DamagedError) Unwrap() error { return ErrDamaged }

// mostNamed is how many findings an error names.
const mostNamed = 10

func (e *DamagedError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Folder, ErrDamaged)
	for i, f := range e.Findings {
		if i == mostNamed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Findings)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s", f)
	}
	b.WriteString("\nnothing was changed: restore a backup, or go on without what is lost with [journal] damaged = \"start\"")
	return b.String()
}

// Problems returns what is wrong as Verify tells it.
func (e *DamagedError) Problems() []Problem { return ProblemsOf(e.Findings) }

// ProblemsOf returns findings as Verify tells them.
func ProblemsOf(findings []blocks.Finding) (all []Problem) {
	for _, f := range findings {
		all = append(all, Problem{f.Where(), f.What(), remedy(f)})
	}
	return all
}

// remedy is what an operator can do about a finding.
func remedy(f blocks.Finding) string {
	switch f.Kind {
	case blocks.Unfinished:
		return "the next start goes on after it"
	case blocks.Cache:
		return "nothing to do"
	default:
		return "restore a backup, or start with damaged = \"start\": the rest is read, and the files are kept as they are beside the store"
	}
}

// Files returns where the server of a folder has its files.
func Files(folder string) string { return filepath.Join(folder, "store") }

// guard looks at the store's files before the server does. It refuses one that
// is damaged, or mends it so that the server reads what is whole.
func (e *Server) guard(ctx context.Context, c Config) error {
	began := time.Now()
	report, err := blocks.Check(ctx, Files(c.Folder), c.Fleeting)
	if err != nil {
		return fmt.Errorf("inspect the files of %s: %w", c.Folder, err)
	}
	c.Log.Debug("journal files looked at", "took", time.Since(began))
	if report.Damaged() && !c.StartDamaged {
		return &DamagedError{c.Folder, report.Findings}
	}
	if len(report.Findings) > 0 {
		if err := e.mend(ctx, c, report); err != nil {
			return err
		}
	}
	e.asClosed = report.AsClosed()
	if e.keeper, err = report.Keep(ctx); err != nil {
		return fmt.Errorf("record the contents of %s: %w", c.Folder, err)
	}
	return nil
}

// mend says what is lost and makes the store readable.
func (e *Server) mend(ctx context.Context, c Config, report *blocks.Report) error {
	aside := filepath.Join(c.Folder, "damaged-"+time.Now().UTC().Format("20060102T150405.000"))
	copies, err := report.Mend(ctx, aside)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Folder, err)
	}
	for _, f := range report.Findings {
		if f.Kind == blocks.Cache {
			c.Log.Info("journal index rebuilt", "file", f.File)
			continue
		}
		e.findings = append(e.findings, f)
		c.Log.Error("journal lost part of its contents", "what", f.String(), "kept_as_found", copies)
	}
	return nil
}

// markEach is how often what the store holds is written down while it runs:
// what is appended later than that before a kill can't be missed by name.
const markEach = 30 * time.Second

// keepMarks writes it down until stop.
func (e *Server) keepMarks() {
	ctx, cancel := context.WithCancel(context.Background())
	e.marking = cancel
	e.bridge.Go(func() {
		tick := time.NewTicker(markEach)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := e.keeper.Mark(ctx); err != nil && ctx.Err() == nil {
				e.log.Warn("journal's contents not recorded", "err", err)
			}
		}
	})
}

// A Problem is something in a store that should not be.
type Problem struct {
	Where string // stream, sequence and channel
	What  string // is wrong
	Do    string // what an operator can do about it
}

func (p Problem) String() string { return p.Where + ": " + p.What + "; " + p.Do }
