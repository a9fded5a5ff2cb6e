package irclog

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"time"
)

// A Path is what a log's path says, as clients and archives lay them out:
//
//	irc.libera.#general.weechatlog
//	libera/#general.log
//	libera/#general/2025-03-05.log
//	2008/04/27/#ubuntu.txt
type Path struct {
	Server  string // "" when not said
	Channel string
	Day     time.Time // zero: not said
}

// ParsePath returns what a log's path in its source says, and where that says
// nothing, what the source's own does.
func ParsePath(name, path string) Path {
	p, whole := pathOf(name), pathOf(path)
	if p.Day.IsZero() {
		p.Day = whole.Day
	}
	if p.Channel == "" {
		p.Channel = cmp.Or(whole.Channel, "log")
	}
	return p
}

var dateMark = regexp.MustCompile(`(19[89]\d|20\d\d)([-/_.]?)(0[1-9]|1[0-2])([-/_.]?)(0[1-9]|[12]\d|3[01])`)

// pathDepth is how many folders above a log can say something about it.
const pathDepth = 4

func pathOf(name string) (p Path) {
	parts := strings.Split(strings.ReplaceAll(name, "%23", "#"), "/")
	name = strings.Join(parts[max(0, len(parts)-pathDepth):], "/")
	if at := dateMark.FindAllStringSubmatchIndex(name, -1); len(at) > 0 {
		m := at[len(at)-1]
		day, err := time.Parse(time.DateOnly, name[m[2]:m[3]]+"-"+name[m[6]:m[7]]+"-"+name[m[10]:m[11]])
		if err == nil {
			p.Day, name = day, name[:m[0]]+name[m[1]:]
		}
	}
	folder, base := path.Split(strings.TrimSuffix(name, path.Ext(name)))
	if strings.HasSuffix(name, ".weechatlog") {
		server, channel, ok := strings.Cut(strings.TrimPrefix(base, "irc."), ".")
		if ok {
			p.Server, p.Channel = server, channel
			return p
		}
	}
	var above []string
	for part := range strings.SplitSeq(folder, "/") {
		if part = strings.Trim(part, "-_. "); part != "" {
			above = append(above, part)
		}
	}
	if i := strings.IndexAny(base, "#&"); i >= 0 {
		base = base[i:]
	}
	if base = strings.Trim(base, "-_. "); !strings.HasPrefix(base, "#") {
		base = strings.TrimRight(base, "-_.+0123456789") // what a date leaves
	}
	if base == "" && len(above) > 0 {
		base, above = above[len(above)-1], above[:len(above)-1]
	}
	if p.Channel = base; base != "" && len(above) > 0 && strings.ContainsAny(base[:1], "#&") {
		p.Server = above[len(above)-1]
	}
	return p
}
