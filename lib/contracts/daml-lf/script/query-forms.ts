import type { Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { listFrom, optional, type RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import type { TypedKey } from "./script-types.ts";
import { pair, templateRep, triple } from "./stable-values.ts";
import { contractIdValue } from "./submission-form.ts";

// Questions about contracts (daml-script.md 2.6).

/** An active contract of the requested template. */
export interface FoundContract {
  readonly contractId: string;
  /** The template with which it was created. */
  readonly template: TypeId;
  readonly argument: Value;
}

/** A contract as an interface sees it. The view is undefined if computing it failed. */
export interface FoundView {
  readonly contractId: string;
  readonly view: Value | undefined;
}

export interface TemplateQuery {
  readonly parties: readonly Party[];
  readonly template: TypeId;
}

const partiesOf = (question: RuntimeValue): readonly Party[] =>
  payload.list(payload.field(question, "parties"), payload.readParty);

const forTemplate = (question: RuntimeValue): TemplateQuery => ({
  parties: partiesOf(question),
  template: payload.typeOfRep(payload.field(question, "tplId")),
});

const forInterface = (question: RuntimeValue) => ({
  parties: partiesOf(question),
  interfaceId: payload.typeOfRep(payload.field(question, "interfaceId")),
});

const cidOf = (question: RuntimeValue): string =>
  payload.contractId(payload.field(question, "cid"));

export const activeContracts = form({
  read: forTemplate,
  write: (found: readonly FoundContract[], types, { template }) =>
    listFrom(
      found.map(({ contractId, argument }) =>
        pair(contractIdValue(contractId), types.anyTemplate(template, argument)),
      ),
    ),
});

export const contractById = form({
  read: (question) => ({ ...forTemplate(question), contractId: cidOf(question) }),
  write: (found: (FoundContract & { readonly blob: string }) | undefined, types, { template }) =>
    optional(
      found &&
        triple(
          types.anyTemplate(template, found.argument),
          templateRep(types.typeOf(found.template)),
          found.blob,
        ),
    ),
});

export const interfaceViews = form({
  read: forInterface,
  write: (found: readonly FoundView[], types, { interfaceId }) =>
    listFrom(
      found.map(({ contractId, view }) =>
        pair(contractIdValue(contractId), optional(view && types.view(interfaceId, view))),
      ),
    ),
});

export const interfaceView = form({
  read: (question) => ({ ...forInterface(question), contractId: cidOf(question) }),
  write: (found: FoundView | undefined, types, { interfaceId }) =>
    optional(found?.view && types.view(interfaceId, found.view)),
});

export interface KeyQuery extends TemplateQuery {
  readonly key: TypedKey;
}

export const contractByKey = form({
  read: (question, types): KeyQuery => {
    const found = forTemplate(question);
    const key = payload.field(payload.field(question, "key", "contractKey"), "getAnyContractKey");
    return { ...found, key: types.key(found.template, key) };
  },
  write: (found: FoundContract | undefined, types, { template }) =>
    optional(
      found && pair(contractIdValue(found.contractId), types.anyTemplate(template, found.argument)),
    ),
});

export const contractsByKey = form({
  read: (question, types): KeyQuery & { readonly limit: number } => {
    const limit = payload.int(payload.field(question, "limit"));
    return {
      ...contractByKey.read(question, types),
      // A number above the maximum of an Int arrives as a negative number.
      limit: limit < 0n ? Number.POSITIVE_INFINITY : Number(limit),
    };
  },
  write: activeContracts.write,
});
