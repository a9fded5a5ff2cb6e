package simulation

import (
	"slices"
	"strings"

	"familiar/messages"
	"familiar/policy/file"
)

// checkPosts: every part is on the network once, or it is known to have
// given up, and the journal leads to all that is.
func (w *world) checkPosts(ref *reference) {
	at := ref.room.at
	for _, p := range ref.posts {
		_, made := ref.room.byPost[p.ID]
		failure, failed := ref.outcomes[p.ID].(messages.DeliveryFailed)
		switch {
		case !made && !failed && !ref.buried[p.ID] && !ref.dropped[p.ID]:
			w.broke("room %d: %s was never posted, and nobody says why", at, p.ID)
		case made && failed && !failure.Unknown:
			w.broke("room %d: %s was posted, and the journal says it was not: %s", at, p.ID, failure.Reason)
		case ref.buried[p.ID] && !ref.wiped && !ref.kept.hasDeadLetter(p.ID):
			w.broke("room %d: %s was given up, and there is no letter", at, p.ID)
		}
	}
	for _, p := range ref.room.posts {
		if !slices.ContainsFunc(ref.posts, func(o messages.Post) bool { return o.ID == p.ID }) {
			w.broke("room %d: %s was posted, and the journal does not lead to it", at, p.ID)
		}
	}
}

// checkNetwork: a post says what its own turn composed; parts are in their
// order.
func (w *world) checkNetwork(r *room) {
	type turns struct {
		turnKey
		familiar messages.FamiliarID
	}
	last := map[turns]int{}
	for _, p := range r.posts {
		if strings.HasSuffix(string(p.ID), "~notice") { // the program's own words
			continue
		}
		key := r.turnOf(w, p)
		turn := turns{key, p.Familiar}
		if p.File != nil && (*p.File != attached(key, p.Part) || p.Text != file.Shown(*p.File)) {
			w.broke("room %d: %s is shown as %q and posts the file %+v", r.at, p.ID, p.Text, *p.File)
		}
		if wording(p) != reply(key, p.Part) {
			w.broke("room %d: %s says %q, which was composed for another turn", r.at, p.ID, p.Text)
		}
		if before, ok := last[turn]; ok && before >= p.Part {
			w.broke("room %d: %s was posted after part %d", r.at, p.ID, before)
		}
		last[turn] = p.Part
	}
}

// hasDeadLetter reports whether there is one about a post.
func (k *kept) hasDeadLetter(id messages.PostID) bool {
	for _, l := range k.deadLetters {
		if l.Post != nil && l.Post.ID == id {
			return true
		}
	}
	return false
}

// wording is what a post says.
func wording(p messages.Post) string {
	if p.File != nil {
		return p.File.Text
	}
	return p.Text
}

// turnOf returns the turn that a post is of, by its number and by what it says of
// the life it was composed in.
func (r *room) turnOf(w *world, p messages.Post) turnKey {
	n, _ := p.ID.Number()
	for life := range w.life {
		if key := (turnKey{n, life}); wording(p) == reply(key, p.Part) {
			return key
		}
	}
	return turnKey{n, w.life}
}

func cutLast(s string) (before, after string) {
	i := strings.LastIndexByte(s, '~')
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}
