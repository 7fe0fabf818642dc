import type { TypeId } from "../../../base/identifiers/identifiers.ts";

/** The pair type in results of queries by key; its package id is fixed (daml-lf.md 5). */
export const pairTypeId: TypeId =
  "5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4:DA.Types:Tuple2";
