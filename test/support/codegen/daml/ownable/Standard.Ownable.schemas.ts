// Schemas of Standard.Ownable of ownable 1.0.0
// By ledger-in-a-box codegen: do not edit

import { party, record, type Schema, text } from "../schemas.ts";
import type * as types from "./Standard.Ownable.ts";

export const Rename: Schema<types.Rename> = /* @__PURE__ */ record(() => ({ label: text }));

export const View: Schema<types.View> = /* @__PURE__ */ record(() => ({
  owner: party,
  label: text,
}));
