import { listFrom, type RuntimeValue } from "../runtime/runtime-value.ts";
import { nothing, participantOf } from "./party-forms.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";
import type { ScriptTypes } from "./script-types.ts";

/** Questions about packages and signatures (daml-script.md 2.3). */

export interface ScriptPackage {
  readonly name: string;
  readonly version: string;
}

const named = {
  read: (asked: RuntimeValue) => ({
    packages: payload.list(payload.field(asked, "packages"), (each): ScriptPackage => ({
      name: payload.text(payload.field(each, "name")),
      version: payload.text(payload.field(each, "version")),
    })),
    participant: participantOf(asked),
  }),
  ...nothing,
};

export const vetPackages = form(named);
export const unvetPackages = form(named);

const ofDar = {
  read: (asked: RuntimeValue) => ({ dar: payload.text(payload.field(asked, "darName")) }),
  ...nothing,
};

export const vetDar = form(ofDar);
export const unvetDar = form(ofDar);

const listed = {
  read: () => ({}),
  write: (packages: readonly ScriptPackage[], types: ScriptTypes): RuntimeValue =>
    listFrom(
      packages.map(({ name, version }) =>
        types.record(`${questions}.Packages:PackageName`, { name, version }),
      ),
    ),
};

export const listVettedPackages = form(listed);
export const listAllPackages = form(listed);

const signed = {
  read: (asked: RuntimeValue) => ({
    privateKey: payload.text(payload.field(asked, "privateKey")),
    message: payload.text(payload.field(asked, "message")),
  }),
  write: (signature: string): RuntimeValue => signature,
};

export const secp256k1Sign = form(signed);
export const secp256k1WithEcdsaSign = form(signed);

export const secp256k1GenerateKeyPair = form({
  read: () => ({}),
  write: (keys: { readonly privateKey: string; readonly publicKey: string }, types): RuntimeValue =>
    types.record(`${questions}.Crypto.Text:Secp256k1KeyPair`, { ...keys }),
});
