package blocks

import "fmt"

// A Kind is what is wrong with a part of a store.
type Kind string

// All kinds.
const (
	Unreadable Kind = "unreadable" // bytes of a block are no record
	Altered    Kind = "altered"    // a block is not as it was left, though each record's checksum is right
	Missing    Kind = "missing"    // records that were there are gone, and nobody took them
	NoStream   Kind = "no_stream"  // a stream's whole folder is gone
	NoSettings Kind = "settings"   // a stream's configuration can't be read, or is gone
	NoExtent   Kind = "extent"     // what the store held can't be read
	Returned   Kind = "returned"   // records that had been taken out are there again
	Unfinished Kind = "unfinished" // the newest records, of a program that was ended, are gone or cut
	Cache      Kind = "cache"      // what the server makes anew by itself
)

// A Finding is one thing that is wrong.
type Finding struct {
	Kind    Kind   `json:"kind"`
	Stream  string `json:"stream,omitempty"`
	File    string `json:"file,omitempty"` // from the store's folder
	At      int    `json:"at,omitempty"`   // where the bytes begin, in the block before compression
	Size    int    `json:"size,omitempty"`
	Missing Spans  `json:"missing,omitempty"` // sequences that are gone, or may be
	Back    Spans  `json:"back,omitempty"`    // sequences that are there again
	Subject string `json:"subject,omitempty"` // of the first of them, where it can be read
	Clean   bool   `json:"clean,omitempty"`   // the program had closed the store
}

// Damage reports whether what a store holds is harmed beyond what a kill or a
// power cut does to what was written last.
func (f Finding) Damage() bool {
	return f.Kind != Unfinished && f.Kind != Cache && (f.Kind != Returned || f.Clean)
}

// Where names the part of the store.
func (f Finding) Where() string {
	switch {
	case f.Kind == NoExtent:
		return extentFile
	case f.File != "":
		return f.Stream + " " + f.File
	}
	return f.Stream
}

// What says what is wrong with it.
func (f Finding) What() string {
	what := ""
	switch f.Kind {
	case Unreadable:
		what = fmt.Sprintf("%d bytes from %d on are damaged", f.Size, f.At)
	case Altered:
		what = "it is not as it was left, though every record's checksum is right: a subject or a header may be another one"
	case Missing:
		what = "records that were in it are gone"
	case NoStream:
		what = "its folder is gone"
	case NoSettings:
		what = "its configuration is damaged or gone"
	case NoExtent:
		what = "what the store held was written down here, and can't be read: records that are gone can't be named"
	case Returned:
		what = "records that had been taken out are there again, and are taken out again: " + f.Back.String()
	case Unfinished:
		what = "its newest records are cut or gone: of one that was being written when the program ended nothing was acknowledged; a power cut may have taken others"
	case Cache:
		what = "it was changed; it is made anew from the records"
	}
	if len(f.Missing) > 0 {
		what += ": " + f.Missing.String()
		if f.Subject != "" {
			what += ", the first of " + f.Subject
		}
	}
	return what
}

func (f Finding) String() string { return f.Where() + ": " + f.What() }
