import {
  malformedArchiveError,
  type MessageReader,
  noFieldNumber,
} from "../archive/message-reader.ts";
import type { LfExpr, LfType } from "../syntax/ast.ts";
import { appendOrCreate } from "./append-or-create.ts";
import { readType } from "./decode-types.ts";
import { requireMessageField } from "./message-fields.ts";
import { type ExprScope, type MessageLayout, MessageSlots } from "./message-slots.ts";

const nilLayout: MessageLayout = { 1: "type" };

export const readNil = (reader: MessageReader, scope: ExprScope): LfExpr => ({
  kind: "nil",
  element: new MessageSlots("Nil", nilLayout, reader, scope).getType(1),
});

export const readCons = (reader: MessageReader, scope: ExprScope): LfExpr => {
  let element: LfType | undefined;
  let tail: LfExpr | undefined;
  let front: LfExpr[] | undefined;
  const outer = reader.enterMessage();
  for (let field = reader.nextField(); field !== noFieldNumber; field = reader.nextField()) {
    if (field === 1) element = readType(reader, scope.tables);
    else if (field === 2) front = appendOrCreate(front, scope.readExpr(reader, scope));
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
