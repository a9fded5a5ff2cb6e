package matrixtest

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A kept is content that the homeserver has.
type kept struct{ name, text string }

// AddMedia has the homeserver have content and returns its address.
func (s *Server) AddMedia(name, text string) (address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addMedia(name, text)
}

// addMedia: the lock is held.
func (s *Server) addMedia(name, text string) string {
	id := fmt.Sprint("M", len(s.media)+1)
	s.media[id] = kept{name, text}
	return "mxc://test.example/" + id
}

// Files lists the files that a user has posted, in order, as "name: text".
func (s *Server) Files(by string) (files []string) {
	for _, e := range s.Events() {
		content, _ := e["content"].(Object)
		address, _ := content["url"].(string)
		if e["sender"] != by || address == "" {
			continue
		}
		s.mu.Lock()
		of := s.media[strings.TrimPrefix(address, "mxc://test.example/")]
		s.mu.Unlock()
		files = append(files, fmt.Sprint(content["filename"], ": ", of.text))
	}
	return files
}

// upload takes content.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		answer(w, no(http.StatusRequestEntityTooLarge, "M_TOO_LARGE"))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.userOf(r) == "" {
		answer(w, no(http.StatusUnauthorized, "M_UNKNOWN_TOKEN"))
		return
	}
	answer(w, yes(Object{"content_uri": s.addMedia(r.URL.Query().Get("filename"), string(text))}))
}

// download gives content out, to who has a token.
func (s *Server) download(w http.ResponseWriter, path []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(path) < 4 || path[1] != "download" || path[2] != "test.example" {
		answer(w, no(http.StatusNotFound, "M_NOT_FOUND"))
		return
	}
	of, known := s.media[path[3]]
	if !known {
		answer(w, no(http.StatusNotFound, "M_NOT_FOUND"))
		return
	}
	_, _ = io.WriteString(w, of.text)
}

// thread answers with the events of a thread, and with their edits if these are attached.
func (in *room) thread(query url.Values, me, root string, attached bool) verdict {
	var all []event
	for _, e := range in.events {
		if e.relates("m.thread", root) {
			all = append(all, e)
		}
	}
	if query.Get("dir") == "b" {
		slices.Reverse(all)
	}
	from, _ := strconv.Atoi(query.Get("from"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	chunk, page := []Object{}, Object{}
	for i := from; i < len(all); i++ {
		if len(chunk) == limit {
			page["next_batch"] = strconv.Itoa(i)
			break
		}
		chunk = append(chunk, in.shown(all[i], me, attached))
	}
	page["chunk"] = chunk
	return yes(page)
}

// relates reports whether an event has such a relation to another.
func (e event) relates(kind string, to any) bool {
	content, _ := copied(e.content)["content"].(Object)
	relation, _ := content["m.relates_to"].(Object)
	return relation["rel_type"] == kind && relation["event_id"] == to
}

// Unattach has the homeserver send no edits with what they change.
func (s *Server) Unattach() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unattached = true
}

// shown returns an event, with the newest edit by who sent it if edits are attached.
func (in *room) shown(e event, me string, attached bool) Object {
	shown := e.as(me)
	if !attached {
		return shown
	}
	for _, other := range in.events {
		if other.relates("m.replace", shown["event_id"]) && other.content["sender"] == shown["sender"] {
			unsigned, _ := shown["unsigned"].(Object)
			if unsigned == nil {
				unsigned = Object{}
			}
			unsigned["m.relations"] = Object{"m.replace": other.as(me)}
			shown["unsigned"] = unsigned
		}
	}
	return shown
}
