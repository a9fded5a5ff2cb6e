package journaltest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"testing"
)

func TestEveryEventIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "messages", "event.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, event := range everyEvent() {
		listed[reflect.TypeOf(event).Name()] = true
	}
	found := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != "event" {
			continue
		}
		found++
		if name := f.Recv.List[0].Type.(*ast.Ident).Name; !listed[name] {
			t.Errorf("%s is not in everyEvent", name)
		}
	}
	if found != len(listed) {
		t.Errorf("found %d kinds in the source, %d are listed", found, len(listed))
	}
}
