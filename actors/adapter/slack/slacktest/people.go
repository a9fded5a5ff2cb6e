package slacktest

// A User is a person or a bot's user.
type User struct {
	ID, Name, Display string
	Bot               bool
}

// A Chat is a channel, a group message or a direct message.
type Chat struct {
	ID, Name, Topic string
	Kind            string // "channel", "group" (private), "mpim" or "im"
	Members         []string
	With            string // of an im
	Away            bool   // the bot is not in it

	messages []Message // by ts
}

// A Group is a user group.
type Group struct {
	ID, Handle string
	Users      []string
}

type file struct {
	URL     string
	content string
}

// AddUser makes a user known.
func (s *Server) AddUser(u User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[u.ID] = u
}

// AddChat makes a chat known.
func (s *Server) AddChat(c Chat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[c.ID] = &c
}

// DeleteChat takes a channel away with all that was said there, and says only that.
func (s *Server) DeleteChat(id string) {
	s.mu.Lock()
	delete(s.chats, id)
	s.mu.Unlock()
	s.Event(Message{"type": "channel_deleted", "channel": id})
}

// AddGroup makes a user group known.
func (s *Server) AddGroup(g Group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.groups = append(s.groups, g)
}

// AddFile keeps a file under its id; with an address, it lies there.
func (s *Server) AddFile(id, content, address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := file{URL: address, content: content}
	if address == "" {
		f.URL = s.http.URL + "/files/" + id
	}
	s.files[id] = f
}
