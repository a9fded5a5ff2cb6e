package card

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// What SillyTavern and RisuAI say of an entry among its extensions.
const (
	extLogic     = "selectiveLogic"
	extPosition  = "position"
	extDepth     = "depth"
	extChance    = "probability"
	extUseChance = "useProbability"
	extScan      = "scan_depth"
	extWords     = "match_whole_words"
	extCase      = "case_sensitive"
	extUnwoken   = "exclude_recursion"
	extUnwaking  = "prevent_recursion"

	risuCase   = "risu_case_sensitive"
	risuChance = "risu_activationPercent"

	risuExtensions = "extentions" //nolint:misspell // what it calls extensions
)

// saysNothing are extensions that every entry has and that say nothing alone: how an
// editor lists it, and how much it weighs in a group.
var saysNothing = []string{"display_index", "group_weight", "role", "automation_id", "addMemo", "risu_bookVersion", "risu_loreCache"}

// logics are as SillyTavern numbers them.
var logics = []Logic{AndAny, NotAll, NotAny, AndAll}

// inChat is how it numbers [InChat].
const inChat = 4

// extend takes in what extensions say of an entry, and takes it out of them: what is
// left says nothing here.
func (c *Card) extend(e *Entry, from object) {
	if n := from.number(extLogic); n.said && n.n >= 0 && n.n < len(logics) {
		e.Logic = logics[n.n]
		delete(from, extLogic)
	}
	switch n := from.number(extPosition); {
	case !n.said:
	case n.n == inChat:
		e.Position, e.Depth = InChat, max(from.number(extDepth).n, 0)
	case n.n == 0:
		e.Position = BeforeCharacter
	case n.n == 1:
		e.Position = AfterCharacter
	default:
		c.leave("character_book position "+strconv.Itoa(n.n), "the entry may stand anywhere")
	}
	chance := from.number(extChance)
	if use := from.flag(extUseChance); use.said && !use.is {
		chance = number{}
	}
	if risu := from.number(risuChance); !chance.said {
		chance = risu
	}
	switch {
	case !chance.said || chance.n >= 100:
	case chance.n <= 0:
		e.Enabled = false
	default:
		e.Chance = chance.n
	}
	e.ScanDepth = max(from.number(extScan).n, 0)
	if whole := from.flag(extWords); whole.said {
		e.Words = Within
		if whole.is {
			e.Words = Whole
		}
	}
	e.CaseSensitive = e.CaseSensitive || from.flag(extCase).is || from.flag(risuCase).is
	e.Unwoken, e.Unwaking = from.flag(extUnwoken).is, from.flag(extUnwaking).is
	for _, known := range append([]string{extPosition, extDepth, extChance, extUseChance, extScan, extWords, extCase, extUnwoken, extUnwaking, risuCase, risuChance}, saysNothing...) {
		delete(from, known)
	}
	maps.DeleteFunc(from, func(_ string, v json.RawMessage) bool { return string(v) == "0" })
}

func (o object) number(name string) (n number) {
	if raw, has := o[name]; has && json.Unmarshal(raw, &n) != nil {
		return number{}
	}
	return n
}

func (o object) flag(name string) (f flag) {
	if raw, has := o[name]; has && json.Unmarshal(raw, &f) != nil {
		return flag{}
	}
	return f
}

// extended returns what [Card.extend] would read of an entry.
func (e *Entry) extended() map[string]any {
	of := map[string]any{}
	if e.Logic != AndAny {
		of[extLogic] = slices.Index(logics, e.Logic)
	}
	if e.Position == InChat {
		of[extPosition], of[extDepth] = inChat, e.Depth
	}
	if e.Chance > 0 {
		of[extChance], of[extUseChance] = e.Chance, true
	}
	if e.ScanDepth > 0 {
		of[extScan] = e.ScanDepth
	}
	if e.Words != Unsaid {
		of[extWords] = e.Words == Whole
	}
	if e.CaseSensitive {
		of[extCase] = true
	}
	if e.Unwoken {
		of[extUnwoken] = true
	}
	if e.Unwaking {
		of[extUnwaking] = true
	}
	return of
}

// ofObject returns the entries of a book that has them by id, as SillyTavern's own
// files do, in the order of their ids.
func ofObject(from json.RawMessage) list {
	var byID map[string]json.RawMessage
	if json.Unmarshal(from, &byID) != nil {
		return nil
	}
	ids := slices.SortedFunc(maps.Keys(byID), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) // "2" before "10"
	})
	all := make(list, len(ids))
	for i, id := range ids {
		all[i] = byID[id]
	}
	return all
}

// otherNames are what those files, and RisuAI's, call the fields of an entry.
var otherNames = map[string]string{
	"key": "keys", "keysecondary": "secondary_keys", "secondkey": "secondary_keys", "order": "insertion_order", "insertorder": "insertion_order",
	"uid": "id", "alwaysActive": "constant", "useRegex": "use_regex", "caseSensitive": "case_sensitive",
}

// otherExtensions are those of them that a card has among an entry's extensions.
var otherExtensions = map[string]string{
	"selectiveLogic": extLogic, "depth": extDepth, "probability": extChance, "useProbability": extUseChance, "activationPercent": risuChance,
	"scanDepth": extScan, "matchWholeWords": extWords, "excludeRecursion": extUnwoken, "preventRecursion": extUnwaking,
	"group": "group", "sticky": "sticky", "cooldown": "cooldown", "delay": "delay", "delayUntilRecursion": "delay_until_recursion", "vectorized": "vectorized",
}

// renamed returns an entry by the names that cards have for its fields. One that has
// those already is returned as it is.
func renamed(raw json.RawMessage) json.RawMessage {
	var of map[string]json.RawMessage
	if json.Unmarshal(raw, &of) != nil || of["keys"] != nil || of["key"] == nil {
		return raw
	}
	extensions := object{}
	for _, name := range []string{"extensions", risuExtensions} {
		var own object
		if json.Unmarshal(of[name], &own) == nil {
			maps.Copy(extensions, own)
		}
	}
	for from, to := range otherNames {
		if v, has := of[from]; has && of[to] == nil {
			of[to] = v
		}
	}
	for from, to := range otherExtensions {
		if v, has := of[from]; has {
			extensions[to] = v
		}
	}
	var position number
	if json.Unmarshal(of["position"], &position) == nil && position.said {
		extensions[extPosition] = of["position"]
		delete(of, "position")
	}
	var off flag
	if json.Unmarshal(of["disable"], &off) == nil && off.is {
		of["enabled"] = json.RawMessage("false")
	}
	if written, err := json.Marshal(extensions); err == nil {
		of["extensions"] = written
	}
	if written, err := json.Marshal(of); err == nil {
		return written
	}
	return raw
}
