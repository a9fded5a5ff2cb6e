package discordtest

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// mostForm is how much of a request with files is kept in memory.
const mostForm = 1 << 20

// request returns the JSON of a request, with files beside it or not.
func request(r *http.Request) io.Reader {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return r.Body
	}
	if err := r.ParseMultipartForm(mostForm); err != nil {
		return strings.NewReader("")
	}
	return strings.NewReader(r.FormValue("payload_json"))
}

// attachUploads gives m the files that came with r. The lock is held.
func (s *Server) attachUploads(m Object, r *http.Request) {
	if r.MultipartForm == nil {
		return
	}
	files := []Object{}
	for _, field := range slices.Sorted(maps.Keys(r.MultipartForm.File)) {
		for _, head := range r.MultipartForm.File[field] {
			text := ""
			if f, err := head.Open(); err == nil {
				content, _ := io.ReadAll(f)
				text = string(content)
				_ = f.Close()
			}
			id := s.snowflake()
			files = append(files, Object{
				"id": id, "filename": head.Filename, "content_type": head.Header.Get("Content-Type"), "size": head.Size,
				"url": s.URL + "/attachments/" + m["channel_id"].(string) + "/" + id + "/" + head.Filename,
			})
			s.files = append(s.files, head.Filename+": "+text)
		}
	}
	m["attachments"] = files
}

// Files lists the files that bots posted, each as "name: content".
func (s *Server) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.files)
}

// Text returns the text of a message as it is now; "" if there is none.
func (s *Server) Text(channel, id string) string {
	for _, m := range s.Messages(channel) {
		if m["id"] == id {
			return m["content"].(string)
		}
	}
	return ""
}

func (s *Server) editMessage(r *http.Request, b *Bot, body Object) (int, any) {
	channel, id := r.PathValue("channel"), r.PathValue("id")
	text, _ := body["content"].(string)
	s.mu.Lock()
	k := slices.IndexFunc(s.messages[channel], func(m Object) bool { return m["id"] == id })
	var author any
	if k >= 0 {
		author = s.messages[channel][k]["author"].(Object)["id"]
	}
	s.mu.Unlock()
	switch {
	case k < 0:
		return failure(404, 10008, "Unknown Message")
	case author != b.ID:
		return failure(403, 50005, "Cannot edit a message authored by another user")
	case strings.TrimSpace(text) == "":
		return failure(400, 50006, "Cannot send an empty message")
	}
	changed := Object{"content": text, "channel_id": channel, "edited_timestamp": time.Now().UTC().Format(stamp)}
	s.mu.Lock()
	s.ping(changed, body)
	s.mu.Unlock()
	s.Change(channel, id, changed)
	return 200, Object{"id": id, "channel_id": channel, "content": text}
}
