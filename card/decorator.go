package card

import (
	"strconv"
	"strings"
)

// Settled returns the entry as the decorators say that its content begins with, and
// without them; and the names of those that mean nothing here.
func (e *Entry) Settled() (settled Entry, unknown []string) {
	settled = *e
	settled.Content = undecorated(e.Content)
	for line := range strings.Lines(strings.TrimSpace(e.Content)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !strings.HasPrefix(line, "@@") {
			break
		}
		name, value, _ := strings.Cut(line, " ")
		if !settled.decorate(strings.ToLower(name), strings.TrimSpace(value)) {
			unknown = append(unknown, name)
		}
	}
	return settled, unknown
}

// decorate follows one decorator, and reports whether it could.
func (e *Entry) decorate(name, value string) bool {
	switch name {
	case "@@activate":
		e.Constant = true
	case "@@dont_activate":
		e.Enabled = false
	case "@@match_full_word":
		e.Words = Whole
	case "@@match_partial_word":
		e.Words = Within
	case "@@unrecursive":
		e.Unwaking = true
	case "@@no_recursive_search":
		e.Unwoken = true
	case "@@ignore_on_max_context":
		e.Priority = -1000
	case "@@end":
		e.Position, e.Depth = InChat, 0
	case "@@position":
		return e.stand(value)
	case "@@additional_keys":
		return e.demand(value, AndAny)
	case "@@exclude_keys":
		return e.demand(value, NotAny)
	case "@@exclude_keys_all":
		return e.demand(value, NotAll)
	default:
		n, err := strconv.Atoi(value)
		return err == nil && e.count(name, n)
	}
	return true
}

func (e *Entry) stand(where string) bool {
	switch where {
	case "before_desc":
		e.Position = BeforeCharacter
	case "after_desc":
		e.Position = AfterCharacter
	default:
		return false
	}
	return true
}

// demand adds secondary keys, as far as one logic holds for all that there are.
func (e *Entry) demand(keys string, logic Logic) bool {
	var all []string
	for key := range strings.SplitSeq(keys, ",") {
		if key = strings.TrimSpace(key); key != "" {
			all = append(all, key)
		}
	}
	has := e.Selective && len(e.Secondary) > 0
	switch {
	case len(all) == 0:
		return false
	case !has:
		e.Selective, e.Secondary, e.Logic = true, all, logic
	case logic == NotAny && e.Logic == NotAny:
		e.Secondary = append(e.Secondary[:len(e.Secondary):len(e.Secondary)], all...)
	case logic == AndAny && len(all) == 1 && (e.Logic == AndAll || e.Logic == AndAny && len(e.Secondary) == 1):
		e.Secondary, e.Logic = append(e.Secondary[:len(e.Secondary):len(e.Secondary)], all...), AndAll
	default:
		return false
	}
	return true
}

// count follows a decorator with a number.
func (e *Entry) count(name string, n int) bool {
	switch name {
	case "@@depth":
		e.Position, e.Depth = InChat, max(n, 0)
	case "@@scan_depth":
		e.ScanDepth = max(n, 0)
	case "@@priority":
		e.Priority = n
	case "@@probability":
		e.Enabled = e.Enabled && n > 0
		e.Chance = 0
		if n < 100 {
			e.Chance = max(n, 0)
		}
	default:
		return false
	}
	return true
}
