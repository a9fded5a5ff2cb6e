package slacktest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// An upload is a file the bot posts.
type upload struct {
	id, name, content string
	length            string
	shares            map[string][]Message // by chat
}

// SlowShares has the next calls of files.info not know yet where a file was
// shared, so many of them.
func (s *Server) SlowShares(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = n
}

// Files lists the files the bot has shared, as "name: content".
func (s *Server) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, u := range s.uploads {
		for range u.shares {
			all = append(all, u.name+": "+u.content)
		}
	}
	return all
}

// Text returns a message's text as it is now.
func (s *Server) Text(chat, ts string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chats[chat].find(ts).text("text")
}

// uploaded: the lock is held.
func (s *Server) uploaded(id string) *upload {
	for _, u := range s.uploads {
		if u.id == id {
			return u
		}
	}
	return nil
}

func (s *Server) uploadURL(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &upload{id: fmt.Sprintf("FUP%d", len(s.uploads)), name: form.Get("filename"), length: form.Get("length")}
	s.uploads = append(s.uploads, u)
	return answer{"upload_url": s.http.URL + "/upload/" + u.id, "file_id": u.id}
}

// upload takes a file's content.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	f, _, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	content, _ := io.ReadAll(f)
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.uploaded(strings.TrimPrefix(r.URL.Path, "/upload/"))
	if u == nil || u.length != fmt.Sprint(len(content)) {
		http.Error(w, "another length was told", http.StatusBadRequest)
		return
	}
	u.content = string(content)
	_, _ = fmt.Fprintf(w, "OK - %d", len(content))
}

// shareFile writes the message of a file, and its event, before it answers.
func (s *Server) shareFile(form url.Values) answer {
	var files []struct{ ID, Title string }
	_ = json.Unmarshal([]byte(form.Get("files")), &files)
	chat := form.Get("channel_id")
	s.mu.Lock()
	in := s.chats[chat]
	if in == nil || !slices.Contains(in.Members, Bot) || len(files) != 1 || s.uploaded(files[0].ID) == nil {
		s.mu.Unlock()
		return refuse("channel_not_found")
	}
	u := s.uploaded(files[0].ID)
	m := Message{
		"subtype": "file_share", "upload": true, "user": Bot, "text": "", "ts": s.ts(),
		"files": []Message{{"id": u.id, "name": u.name, "title": files[0].Title, "mimetype": "text/plain", "size": len(u.content)}},
	}
	if thread := form.Get("thread_ts"); thread != "" {
		m["thread_ts"] = thread
	}
	if u.shares == nil {
		u.shares = map[string][]Message{}
	}
	u.shares[chat] = append(u.shares[chat], Message{"ts": m["ts"], "thread_ts": m["thread_ts"]})
	s.mu.Unlock()
	s.Write(chat, m)
	return answer{"files": []Message{{"id": u.id, "title": files[0].Title}}}
}

// shownUpload: the lock is held.
func (s *Server) shownUpload(u *upload) Message {
	shares := u.shares
	if s.slow > 0 {
		s.slow, shares = s.slow-1, nil
	}
	return Message{"id": u.id, "name": u.name, "size": len(u.content), "shares": Message{"public": shares}}
}

func (s *Server) update(form url.Values) answer {
	chat, ts := form.Get("channel"), form.Get("ts")
	s.mu.Lock()
	in := s.chats[chat]
	var m Message
	if in != nil {
		m = in.find(ts)
	}
	s.mu.Unlock()
	switch {
	case in == nil:
		return refuse("channel_not_found")
	case m == nil:
		return refuse("message_not_found")
	case m.text("bot_id") != BotID:
		return refuse("cant_update_message")
	}
	s.Change(chat, ts, Message{"text": form.Get("text"), "edited": Message{"user": Bot, "ts": ts}})
	return answer{"channel": chat, "ts": ts, "text": form.Get("text")}
}
