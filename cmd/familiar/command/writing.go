package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// ConfirmWriting asks whether a file is to be written; yes is the answer given
// beforehand.
func ConfirmWriting(ctx context.Context, std Streams, path string, yes bool) error {
	if yes {
		return nil
	}
	agreed, err := Agrees(ctx, std.Err, "Write "+path+"? [no] ")
	switch {
	case err != nil && ctx.Err() == nil:
		return errors.New("nothing was written: there is no terminal to confirm on; give --yes to write it")
	case !agreed:
		return errors.New("nothing was written")
	}
	return nil
}

// ReplaceChecked puts a text in the place of a file, once check has found it good
// beside the others it refers to; nil: it is good. A link stays one: the file it leads to
// is replaced.
func ReplaceChecked(path string, text []byte, mode fs.FileMode, check func(file string) error) error {
	if err := Replaceable(path); err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(text); return err }
	staged, _, err := stage(path, mode, write)
	if err != nil {
		return err
	}
	if check != nil {
		if err := check(staged); err != nil {
			return errors.Join(err, os.Remove(staged))
		}
	}
	if to, err := filepath.EvalSymlinks(path); err == nil && to != path {
		if err := os.Remove(staged); err != nil {
			return fmt.Errorf("output: %w", err)
		}
		if staged, _, err = stage(to, mode, write); err != nil { // a file moves at once only where it is
			return err
		}
		path = to
	}
	if err := os.Rename(staged, path); err != nil {
		return errors.Join(err, os.Remove(staged))
	}
	return nil
}

// stage writes a new file beside the one it is for, until it is on disk.
func stage(path string, mode fs.FileMode, write func(io.Writer) error) (staged string, bytes int64, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", 0, fmt.Errorf("output: %w", err)
	}
	err = write(f)
	if err == nil {
		bytes, err = f.Seek(0, io.SeekCurrent)
	}
	if err = errors.Join(err, giveTo(f, path), f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return "", 0, errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), bytes, nil
}

// FileName folds a name to what can stand in a file's: letters and digits in
// lower case, a dash for what else stands between them; "" when none is left.
func FileName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r != '_' && !unicode.In(r, unicode.L, unicode.M, unicode.Nd)
	})
	return strings.Trim(strings.Join(words, "-"), "-_")
}
