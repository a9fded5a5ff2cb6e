package importer

import (
	"familiar/lab/corpus"
)

// readJSONL reads our own form. Nothing of it is changed but what Options say of
// people: it is what we have imported already, or a corpus.
func readJSONL(r *reading, files []*file) error {
	for _, f := range files {
		in, err := r.open(f)
		if err != nil {
			return err
		}
		err = corpus.Scan(&unmarked{from: in}, f.path, func(e corpus.Entry) error {
			r.any = true
			if r.options.Only != nil && !r.options.Only(e.Place.Name) {
				return nil
			}
			if len(r.options.Bots)+len(r.options.Same) > 0 {
				r.who(e.Line)
			}
			return r.heard(e)
		})
		in.close()
		if err != nil {
			return err
		}
	}
	return nil
}
