import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LfExpr, LfType } from "../syntax/ast.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
} from "./message-field-values.ts";
import { requireMessageField } from "./message-fields.ts";

const nilLayout: ProtobufMessageLayout = { 1: "type" };

export const readNilExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => ({
  kind: "nil",
  element: new MessageFieldValues("Nil", nilLayout, reader, scope).getType(1),
});

export const readListConsExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let element: LfType | undefined;
  let tail: LfExpr | undefined;
  let front: LfExpr[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) element = readInternedTypeReference(reader, scope.tables);
    else if (field === 2) front = appendOrCreateList(front, scope.readExpr(reader, scope));
    else if (field === 3) tail = scope.readExpr(reader, scope);
    else reader.rejectUnknownField(field, "Cons");
  }
  reader.leaveMessage(outer);
  if (front === undefined) throw malformedArchiveError("a list is constructed without an element");
  return {
    kind: "cons",
    element: requireMessageField(element, "the type of the elements of a list"),
    front,
    tail: requireMessageField(tail, "the rest of a list"),
  };
};
