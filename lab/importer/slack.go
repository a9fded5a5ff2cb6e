package importer

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"familiar/messages"
)

// dayMark is the name of a file with a channel's messages of one day.
var dayMark = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}\.json$`)

// slackUsers is the file with the people.
const slackUsers = "users.json"

// slackLists are the files that say which channels there are, by how live
// channels of that sort are.
var slackLists = map[string]bool{"channels.json": false, "groups.json": false, "mpims.json": true, "dms.json": true}

func slackFile(f *file) bool {
	base := path.Base(f.name)
	_, list := slackLists[base]
	return list || base == slackUsers || dayMark.MatchString(base) && path.Dir(f.name) != "."
}

// isSlackExport reports whether there are days, and beside them who or what
// there is: each alone could be anything.
func isSlackExport(files []*file) bool {
	isDay := func(f *file) bool { return dayMark.MatchString(path.Base(f.name)) }
	isList := func(f *file) bool { return !isDay(f) }
	return slices.ContainsFunc(files, isDay) && slices.ContainsFunc(files, isList)
}

// A slackExport is what the export says before the messages.
type slackExport struct {
	*reading
	team   string
	people map[string]slackPerson
	rooms  map[string]slackRoom // by the path of its folder
	called map[string]string    // a channel's name, by id
}

type slackPerson struct {
	name string
	bot  bool
}

type slackRoom struct {
	id, name string
	dm       bool
}

// readSlack reads the lists, then each channel's days in their order.
func readSlack(r *reading, files []*file) error {
	x := &slackExport{
		reading: r, people: make(map[string]slackPerson),
		rooms: make(map[string]slackRoom), called: make(map[string]string),
	}
	for _, f := range files {
		if err := x.list(f); err != nil {
			return err
		}
	}
	days := slices.DeleteFunc(slices.Clone(files), func(f *file) bool { return !dayMark.MatchString(path.Base(f.name)) })
	slices.SortStableFunc(days, func(a, b *file) int {
		return cmp.Or(cmp.Compare(path.Dir(a.name), path.Dir(b.name)), cmp.Compare(a.name, b.name))
	})
	for _, f := range days {
		folder := path.Dir(f.name)
		room, ok := x.rooms[folder]
		if !ok {
			room.id, room.name = path.Base(folder), path.Base(folder)
		}
		if err := x.day(f, room); err != nil {
			return err
		}
	}
	return nil
}

// list reads users.json or a list of channels; any other file it leaves.
func (x *slackExport) list(f *file) error {
	direct, list := slackLists[path.Base(f.name)]
	read := func(s *stream) error { return x.room(s, path.Dir(f.name), direct) }
	switch {
	case path.Base(f.name) == slackUsers:
		read = x.person
	case !list:
		return nil
	}
	s, err := x.json(f, nil)
	if err != nil {
		return err
	}
	return s.read(func() error { return s.array(func() error { return read(s) }) })
}

func (x *slackExport) person(s *stream) error {
	var u struct {
		ID, Name string
		Team     string `json:"team_id"`
		Real     string `json:"real_name"`
		Bot      bool   `json:"is_bot"`
		Profile  struct {
			Display string `json:"display_name"`
			Real    string `json:"real_name"`
		}
	}
	if err := s.value(&u); err != nil {
		return err
	}
	if len(x.people) == mostPeople {
		return fmt.Errorf("more than %d people", mostPeople)
	}
	x.team = cmp.Or(x.team, u.Team)
	called := strings.Clone(name(cmp.Or(u.Profile.Display, u.Profile.Real, u.Real, u.Name)))
	x.people[u.ID] = slackPerson{called, u.Bot || u.ID == "USLACKBOT"}
	return nil
}

func (x *slackExport) room(s *stream, beside string, direct bool) error {
	var c struct{ ID, Name string }
	if err := s.value(&c); err != nil {
		return err
	}
	if len(x.rooms) == mostPlaces {
		return fmt.Errorf("more than %d channels", mostPlaces)
	}
	called := cmp.Or(c.Name, c.ID)
	x.rooms[path.Join(beside, called)] = slackRoom{c.ID, called, direct}
	x.called[c.ID] = called
	return nil
}

// channel returns a room's id, or with the root's ts its thread's.
func (x *slackExport) channel(room slackRoom, thread string) messages.Channel {
	return messages.Channel{Network: "slack", Workspace: x.team, Chat: room.id, Thread: thread}
}
