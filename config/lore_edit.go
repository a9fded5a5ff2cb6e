package config

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"familiar/config/document"
	"familiar/policy/lore"
)

// EditLorebook returns the text of a lorebook in which entries say what these do: the
// entry of the same id, else a new one at the end. Name, text, keys, secondary keys,
// Constant and Off are written where they differ; everything else stays to the byte,
// comments and order among it. It reads nothing and writes nothing, and what comes out
// is for [ParseLorebook] to judge.
func EditLorebook(text []byte, entries ...lore.Entry) ([]byte, error) {
	return behindMark(text, func(text []byte) ([]byte, error) {
		for i := range entries {
			next, err := editEntry(text, &entries[i])
			if err != nil {
				return nil, err
			}
			text = next
		}
		return text, nil
	})
}

func editEntry(text []byte, to *lore.Entry) ([]byte, error) {
	made, problems := ParseLorebook("lorebook", text)
	if len(problems) > 0 {
		return nil, document.Problems(problems)
	}
	all := made.Book().Entries
	n := slices.IndexFunc(all, func(e lore.Entry) bool { return e.ID == to.ID })
	if n < 0 {
		return appendEntry(text, to), nil
	}
	from, end, ok := entryAt(text, n, len(all))
	if !ok {
		return nil, fmt.Errorf("the lorebook has %s in a form that can't be changed here: edit its file", to.ID)
	}
	entry, noPlace := turnItem(text[from:end], "entries", differences(&all[n], to))
	if noPlace != "" {
		return nil, fmt.Errorf("entry %s: the file has no place where its %s can be written: edit the file", to.ID, noPlace)
	}
	return splice(text, from, end, string(entry)), nil
}

// differences returns what of an entry has to be written to make another of it.
func differences(now, to *lore.Entry) (all changes) {
	all.add("name", now.Name != to.Name, document.Text(to.Name))
	all.add("keys", !slices.Equal(now.Keys, to.Keys), document.Texts(to.Keys))
	all.add("secondary", !slices.Equal(now.Secondary, to.Secondary), document.Texts(to.Secondary))
	all.add("constant", now.Constant != to.Constant, strconv.FormatBool(to.Constant))
	all.add("off", now.Off != to.Off, strconv.FormatBool(to.Off))
	all.add("text", now.Text != to.Text, document.Text(to.Text))
	return all
}

// entryAt returns where the n-th entry of so many stands, from its header to what comes
// after it; false: it has no header of its own that is written as usual.
func entryAt(text []byte, n, all int) (from, to int, ok bool) {
	var entries []section
	for _, s := range sectionsOf(text) {
		if s.path == "entries" {
			entries = append(entries, s)
		}
	}
	if len(entries) != all || !bytes.HasPrefix(bytes.TrimLeft(text[entries[n].head:], " \t"), []byte("[[entries]]")) {
		return 0, 0, false
	}
	return entries[n].head, entries[n].to, true
}

func appendEntry(text []byte, e *lore.Entry) []byte {
	var none lore.Entry
	none.Start(nil)
	return appended(text, tableOf("[entries]", append(changes{{"id", document.Text(e.ID)}}, differences(&none, e)...)))
}
