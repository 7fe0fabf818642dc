import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { LetBinding, LfExpr, TypedName, UpdateExpr } from "../syntax/ast.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readNameAndType } from "./decode-types.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
  referenceAndExprLayout,
  typedExprLayout,
} from "./message-field-values.ts";
import { readEmptyMessage, requireMessageField } from "./message-fields.ts";

/**
 * Bindings and a body: a let, or a block of updates. Each binding is in scope of the later ones and of
 * the body.
 */
interface BindingBlock {
  readonly bindings: readonly LetBinding[];
  readonly body: LfExpr;
}

/** Reads a let. Raises DAR_PARSE_ERROR if it has no bindings. */
export const readLetExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  const { bindings, body } = readBlock(reader, scope);
  if (bindings.length === 0) throw malformedArchiveError("a let has no bindings");
  return { kind: "let", bindings, body };
};

/** Reads a block. Raises DAR_PARSE_ERROR if it has no body. */
const readBlock = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): BindingBlock => {
  let body: LfExpr | undefined;
  let bindings: LetBinding[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) bindings = appendOrCreateList(bindings, readBinding(reader, scope));
    else if (field === 2) body = scope.readExpr(reader, scope);
    else reader.rejectUnknownField(field, "Block");
  }
  reader.leaveMessage(outer);
  return { bindings: bindings ?? [], body: requireMessageField(body, "the body of a block") };
};

const readBinding = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LetBinding => {
  let binder: TypedName | undefined;
  let bound: LfExpr | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) binder = readNameAndType(reader, scope.tables);
    else if (field === 2) bound = scope.readExpr(reader, scope);
    else reader.rejectUnknownField(field, "Binding");
  }
  reader.leaveMessage(outer);
  const { name, type } = requireMessageField(binder, "the binder of a binding");
  return { name, type, bound: requireMessageField(bound, "the bound expression of a binding") };
};

/**
 * Reads an update; if there are several, the last one counts. Raises DAR_PARSE_ERROR for an unknown update
 * and if there is none.
 */
export const readUpdateExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): UpdateExpr => {
  let update: UpdateExpr | undefined;
  reader.visitMessage((field) => {
    update = readUpdateCase(field, reader, scope);
  });
  return requireMessageField(update, "an update");
};

const readUpdateCase = (
  field: number,
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): UpdateExpr => {
  const slots = (what: string, layout: ProtobufMessageLayout): MessageFieldValues =>
    new MessageFieldValues(what, layout, reader, scope);
  switch (field) {
    case 1: {
      const s = slots("Update.Pure", typedExprLayout);
      return { kind: "pure", type: s.getType(1), expr: s.getExpr(2) };
    }
    case 2:
      return { kind: "block", ...readBlock(reader, scope) };
    case 3: {
      const s = slots("Update.Create", referenceAndExprLayout);
      return { kind: "create", templateId: s.getReference(1), argument: s.getExpr(2) };
    }
    case 4: {
      const s = slots("Update.Exercise", { 1: "reference", 3: "expr", 5: "expr", 6: "name" });
      return {
        kind: "exercise",
        templateId: s.getReference(1),
        contractId: s.getExpr(3),
        argument: s.getExpr(5),
        choice: s.getName(6),
      };
    }
    case 5: {
      const s = slots("Update.Fetch", referenceAndExprLayout);
      return { kind: "fetch", templateId: s.getReference(1), contractId: s.getExpr(2) };
    }
    case 6:
      readEmptyMessage(reader);
      return { kind: "getTime" };
    case 7: {
      const s = slots("Update.EmbedExpr", typedExprLayout);
      return { kind: "embed", type: s.getType(1), expr: s.getExpr(2) };
    }
    case 9:
      return {
        kind: "fetchByKey",
        templateId: slots("Update.FetchByKey", { 1: "reference" }).getReference(1),
      };
    case 10: {
      const s = slots("Update.ExerciseByKey", {
        1: "reference",
        2: "name",
        3: "expr",
        4: "expr",
      });
      return {
        kind: "exerciseByKey",
        templateId: s.getReference(1),
        choice: s.getName(2),
        key: s.getExpr(3),
        argument: s.getExpr(4),
      };
    }
    case 11: {
      const s = slots("Update.TryCatch", { 1: "type", 2: "expr", 3: "name", 4: "expr" });
      return {
        kind: "tryCatch",
        returnType: s.getType(1),
        attempt: s.getExpr(2),
        variable: s.getName(3),
        handler: s.getExpr(4),
      };
    }
    case 12: {
      const s = slots("Update.CreateInterface", referenceAndExprLayout);
      return { kind: "createInterface", interfaceId: s.getReference(1), argument: s.getExpr(2) };
    }
    case 13: {
      const s = slots("Update.ExerciseInterface", {
        1: "reference",
        2: "name",
        3: "expr",
        4: "expr",
        5: "expr",
      });
      return {
        kind: "exerciseInterface",
        interfaceId: s.getReference(1),
        choice: s.getName(2),
        contractId: s.getExpr(3),
        argument: s.getExpr(4),
        guard: s.findExpr(5),
      };
    }
    case 14: {
      const s = slots("Update.FetchInterface", referenceAndExprLayout);
      return { kind: "fetchInterface", interfaceId: s.getReference(1), contractId: s.getExpr(2) };
    }
    case 15:
      return { kind: "isLedgerTimeBefore", time: scope.readExpr(reader, scope) };
    case 16:
      return {
        kind: "queryByKey",
        templateId: slots("Update.QueryNByKey", { 1: "reference" }).getReference(1),
      };
    default:
      return reader.rejectUnknownField(field, "Update");
  }
};
