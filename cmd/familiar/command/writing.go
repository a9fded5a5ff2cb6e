package command

import (
	"bytes"
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
// beside the others it refers to.
func ReplaceChecked(path string, text []byte, mode fs.FileMode, check func(file string) error) error {
	if err := Replaceable(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("output: %w", err)
	}
	_, err = io.Copy(f, bytes.NewReader(text))
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = check(f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// FileName folds a name to what can stand in a file's: letters and digits in
// lower case, a dash for what else stands between them; "" when none is left.
func FileName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r != '_' && !unicode.In(r, unicode.L, unicode.M, unicode.Nd)
	})
	return strings.Trim(strings.Join(words, "-"), "-_")
}
