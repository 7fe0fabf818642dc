// Schemas of Shop of shop 1.0.0
// By ledger-in-a-box codegen: do not edit

import {
  bool,
  calendarDate,
  contractId,
  genMap,
  int64,
  list,
  numeric,
  optional,
  party,
  record,
  type Schema,
  text,
  textMap,
  timestamp,
  unit,
} from "../schemas.ts";
import { Box, Color, Nothing, Pair, Place, Shape, Tagged, Tree } from "./Shop.Types.schemas.ts";
import type * as types from "./Shop.ts";

export const Article: Schema<types.Article> = /* @__PURE__ */ record(() => ({
  seller: party,
  name: text,
  price: numeric(10),
  ratio: numeric(37),
  weight: numeric(0),
  stock: int64,
  color: Color,
  shape: Shape,
  tags: textMap(text),
  places: genMap(Place, list(int64)),
  pair: Pair(int64, optional(text)),
  tree: Tree(text),
  since: calendarDate,
  until: timestamp,
  isNew: bool,
  unit: unit,
  nothing: Nothing,
  brand: Tagged(Color),
  nested: optional(optional(text)),
  plainBox: Box(text),
  optionalBox: Box(optional(text)),
  nestedBox: Box(optional(optional(text))),
  buyer: optional(party),
}));

export const ArticleKey: Schema<types.ArticleKey> = /* @__PURE__ */ record(() => ({
  seller: party,
  name: text,
}));

export const Quote: Schema<types.Quote> = /* @__PURE__ */ record(() => ({}));

export const Receipt: Schema<types.Receipt> = /* @__PURE__ */ record(() => ({
  seller: party,
  buyer: party,
  article: text,
}));

export const Sale: Schema<types.Sale> = /* @__PURE__ */ record(() => ({
  receipt: contractId(),
  left: int64,
}));

export const Sell: Schema<types.Sell> = /* @__PURE__ */ record(() => ({ buyer: party }));
