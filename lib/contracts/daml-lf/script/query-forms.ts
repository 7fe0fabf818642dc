import type { Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { listFrom, optional, type RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import type { TypedKey } from "./script-types.ts";
import { pair, templateRep, triple } from "./stable-values.ts";
import { contractIdValue } from "./submission-form.ts";

/** Questions about contracts (daml-script.md 2.6). */

/** An active contract of the requested template. */
export interface FoundContract {
  readonly contractId: string;
  /** The template with which it was created. */
  readonly template: TypeId;
  readonly argument: Value;
}

/** A contract seen through an interface; without a view if computing it failed. */
export interface FoundView {
  readonly contractId: string;
  readonly view: Value | undefined;
}

export interface ForTemplate {
  readonly parties: readonly Party[];
  readonly template: TypeId;
}

const partiesOf = (asked: RuntimeValue): readonly Party[] =>
  payload.list(payload.field(asked, "parties"), payload.party);

const forTemplate = (asked: RuntimeValue): ForTemplate => ({
  parties: partiesOf(asked),
  template: payload.typeOfRep(payload.field(asked, "tplId")),
});

const forInterface = (asked: RuntimeValue) => ({
  parties: partiesOf(asked),
  interfaceId: payload.typeOfRep(payload.field(asked, "interfaceId")),
});

const cidOf = (asked: RuntimeValue): string => payload.contractId(payload.field(asked, "cid"));

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
  read: (asked) => ({ ...forTemplate(asked), contractId: cidOf(asked) }),
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
  read: (asked) => ({ ...forInterface(asked), contractId: cidOf(asked) }),
  write: (found: FoundView | undefined, types, { interfaceId }) =>
    optional(found?.view && types.view(interfaceId, found.view)),
});

export interface ForKey extends ForTemplate {
  readonly key: TypedKey;
}

export const contractByKey = form({
  read: (asked, types): ForKey => {
    const found = forTemplate(asked);
    const key = payload.field(payload.field(asked, "key", "contractKey"), "getAnyContractKey");
    return { ...found, key: types.key(found.template, key) };
  },
  write: (found: FoundContract | undefined, types, { template }) =>
    optional(
      found && pair(contractIdValue(found.contractId), types.anyTemplate(template, found.argument)),
    ),
});

export const contractsByKey = form({
  read: (asked, types): ForKey & { readonly limit: number } => {
    const limit = payload.int(payload.field(asked, "limit"));
    return {
      ...contractByKey.read(asked, types),
      // A number above the maximum of an Int arrives as a negative number.
      limit: limit < 0n ? Number.POSITIVE_INFINITY : Number(limit),
    };
  },
  write: activeContracts.write,
});
