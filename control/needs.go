package control

import (
	"fmt"
	"strings"
)

// A Need is something that a person has to see to.
type Need struct {
	Kind string `json:"kind"`         // one of the kinds below
	Of   string `json:"of,omitempty"` // the model, account or part it is about; "": there is only one
	Says string `json:"says"`         // what is the matter, a sentence
	Do   string `json:"do"`           // what to do about it, a sentence
}

// The kinds of needs, in the order in which they are told.
const (
	NeedPart    = "part"    // a part of the program isn't ready
	NeedDisk    = "disk"    // lines are refused, or soon will be
	NeedAccount = "account" // one has ended
	NeedModel   = "model"   // one isn't called
	NeedAway    = "away"    // an account has no network at the moment
	NeedBudget  = "budget"  // the day's is spent
	NeedUnknown = "unknown" // posts of which nobody knows whether they are there
	NeedLetters = "letters" // what was given up
)

// nearlyFull is how many times the reserve has to be free, or the disk is told of.
const nearlyFull = 2

// needs finds what needs a person, the most pressing first.
func (h *Home) needs() []Need {
	all := []Need{}
	for _, p := range h.Parts {
		if !p.OK && p.Name != "accounts" { // each of them is told of below
			all = append(all, Need{NeedPart, p.Name, fmt.Sprintf("The %s: %s.", p.Name, p.Says), "Wait a minute if the program has just started; else see its log and familiar doctor."})
		}
	}
	if j := h.Journal; j.Reserve > 0 && j.Free < nearlyFull*j.Reserve {
		says := fmt.Sprintf("The journal's disk has %d MB left, and lines are refused below %d MB.", j.Free>>20, j.Reserve>>20)
		all = append(all, Need{NeedDisk, "", says, "Make room on the disk, or keep less: keep and keep_notes under [journal]."})
	}
	var away []Need
	for _, a := range h.Accounts {
		switch {
		case a.Ended:
			all = append(all, Need{NeedAccount, string(a.Account), fmt.Sprintf("The account %s has %s.", a.Account, a.State), "Check its token and rights on " + string(a.Network) + ", then restart the program."})
		case !a.Listens:
			away = append(away, Need{NeedAway, string(a.Account), fmt.Sprintf("The account %s has no connection to %s.", a.Account, a.Network), "It tries again by itself; if that lasts, check the network and the account's token."})
		}
	}
	for _, m := range h.Models {
		if !m.Answers {
			all = append(all, Need{NeedModel, m.Model, fmt.Sprintf("The model %s is not called: %s.", m.Model, m.Reason), modelsRemedy(m)})
		}
	}
	all = append(all, away...)
	if b := h.Budget; b.Limit > 0 && b.Today >= b.Limit {
		all = append(all, Need{NeedBudget, "", fmt.Sprintf("Today's budget of $%.2f is spent.", b.Limit), "Wait for tomorrow, or raise the limit under [budget]."})
	}
	if h.Unknown > 0 {
		all = append(all, Need{NeedUnknown, "", fmt.Sprintf("Posts of which it isn't known whether people saw them: %d.", h.Unknown), "Look under Given up, or at familiar journal dead, and whether they are in the channel; none is sent twice by itself."})
	}
	if n := h.Letters - h.Unknown; n > 0 {
		all = append(all, Need{NeedLetters, "", fmt.Sprintf("Given up, and kept for you: %d.", n), "Look under Given up, or at familiar journal dead."})
	}
	return all
}

// modelsRemedy says what to do about a model that isn't called.
func modelsRemedy(m HomeModel) string {
	says := "Check its key, its address and its provider's status page; it is tried again by itself."
	if len(m.Writes) == 0 {
		return says
	}
	names := make([]string, len(m.Writes))
	for i, id := range m.Writes {
		names[i] = string(id)
	}
	return says + " It writes for " + strings.Join(names, ", ") + "."
}
