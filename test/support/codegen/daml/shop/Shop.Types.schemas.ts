// Schemas of Shop.Types of shop 1.0.0
// By ledger-in-a-box codegen: do not edit

import {
  enumeration,
  int64,
  list,
  numeric,
  optional,
  optionalOf,
  record,
  type Schema,
  text,
  unit,
  variant,
} from "../schemas.ts";
import type * as types from "./Shop.Types.ts";

export const Box = <a>(a: Schema<a>): Schema<types.Box<a>> =>
  record(() => ({
    label: text,
    content: optionalOf(a),
    deep: optional(optionalOf(a)),
  }));

export const Color: Schema<types.Color> = /* @__PURE__ */ enumeration(["Red", "Green", "Blue"]);

export const Nothing: Schema<types.Nothing> = /* @__PURE__ */ record(() => ({}));

export const Pair = <a, b>(a: Schema<a>, b: Schema<b>): Schema<types.Pair<a, b>> =>
  record(() => ({
    first: a,
    second: b,
  }));

export const Place: Schema<types.Place> = /* @__PURE__ */ record(() => ({
  row: int64,
  column: int64,
}));

export const Shape: Schema<types.Shape> = /* @__PURE__ */ variant(() => ({
  Circle: numeric(2),
  Square: Shape__Square,
  Empty: unit,
}));

export const Shape__Square: Schema<types.Shape.Square> = /* @__PURE__ */ record(() => ({
  width: numeric(2),
  height: numeric(2),
}));

export const Tagged = <t>(_t: Schema<t>): Schema<types.Tagged<t>> =>
  record(() => ({ name: text }));

export const Tree = <a>(a: Schema<a>): Schema<types.Tree<a>> =>
  variant(() => ({
    Leaf: a,
    Node: list(Tree(a)),
  }));
