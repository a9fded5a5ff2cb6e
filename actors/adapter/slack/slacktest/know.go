package slacktest

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

func (s *Server) authTest(url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return answer{
		"url": "https://lab.slack.com/", "team": "lab", "user": s.users[Bot].Name,
		"team_id": Team, "user_id": Bot, "bot_id": BotID,
	}
}

func (s *Server) connectionsOpen(url.Values) answer {
	return answer{"url": "ws" + strings.TrimPrefix(s.http.URL, "http") + "/socket?ticket=a-secret-ticket"}
}

func (s *Server) userInfo(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, known := s.users[form.Get("user")]
	if !known {
		return refuse("user_not_found")
	}
	return answer{"user": Message{
		"id": u.ID, "team_id": Team, "name": u.Name, "is_bot": u.Bot,
		"profile": Message{"display_name": u.Display, "real_name": u.Display},
	}}
}

func (s *Server) botInfo(form url.Values) answer {
	return answer{"bot": Message{"id": form.Get("bot"), "name": "bot " + form.Get("bot")}}
}

func (s *Server) groupList(url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	groups := []Message{}
	for _, g := range s.groups {
		groups = append(groups, Message{"id": g.ID, "handle": g.Handle, "name": g.Handle, "users": g.Users})
	}
	return answer{"usergroups": groups}
}

func (s *Server) info(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.chats[form.Get("channel")]
	if in == nil {
		return refuse("channel_not_found")
	}
	return answer{"channel": in.shown()}
}

func (c *Chat) shown() Message {
	return Message{
		"id": c.ID, "name": c.Name, "topic": Message{"value": c.Topic}, "user": c.With, "is_member": !c.Away && c.Kind != "im",
		"is_channel": c.Kind == "channel", "is_private": c.Kind == "group", "is_im": c.Kind == "im", "is_mpim": c.Kind == "mpim",
	}
}

func (s *Server) members(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.chats[form.Get("channel")]
	if in == nil {
		return refuse("channel_not_found")
	}
	return page(in.Members, "members", form)
}

func (s *Server) conversations(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := []Message{}
	for _, id := range slices.Sorted(maps.Keys(s.chats)) {
		if c := s.chats[id]; slices.Contains(c.Members, Bot) && (c.Kind == "channel" || c.Kind == "group") {
			mine = append(mine, c.shown())
		}
	}
	return page(mine, "channels", form)
}

func (s *Server) fileInfo(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, known := s.files[form.Get("file")]
	if u := s.uploaded(form.Get("file")); u != nil {
		return answer{"file": s.shownUpload(u), "comments": []any{}, "paging": Message{}}
	}
	if !known {
		return refuse("file_not_found")
	}
	return answer{"file": Message{"id": form.Get("file"), "url_private": f.URL, "url_private_download": f.URL}, "comments": []any{}, "paging": Message{}}
}

// file serves a file to the bot's token; without it, it redirects to the
// sign-in page, as Slack does.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f, known := s.files[strings.TrimPrefix(r.URL.Path, "/files/")]
	s.mu.Unlock()
	switch {
	case !known:
		http.NotFound(w, r)
	case r.Header.Get("Authorization") != "Bearer "+Token || f.content == "":
		http.Redirect(w, r, "https://lab.slack.com/?redir="+url.QueryEscape(r.URL.Path), http.StatusFound)
	default:
		_, _ = io.WriteString(w, f.content)
	}
}
