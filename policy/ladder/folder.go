package ladder

import "strings"

// folderPage is how many bytes of folded lines lie together.
const folderPage = 1 << 12

// A Folder folds lines as [FoldLine] does, one after another onto pages, so that
// hardly any costs an allocation. A page is only ever written on: what was folded
// stays as it is for as long as anybody holds it. The nil Folder folds each by
// itself. It isn't for two goroutines at once.
type Folder struct {
	page *strings.Builder // nil: none yet
}

// FoldLine does what [FoldLine] does.
func (f *Folder) FoldLine(text string) string {
	var room [short]byte
	switch capitals, ok := lower(&room, text); {
	case f == nil || !ok:
		return FoldLine(text)
	case !capitals:
		return text
	}
	if f.page == nil || f.page.Cap()-f.page.Len() < len(text) {
		f.page = new(strings.Builder)
		f.page.Grow(folderPage)
	}
	from := f.page.Len()
	f.page.Write(room[:len(text)])
	return f.page.String()[from:]
}
