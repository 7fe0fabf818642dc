// shop 1.0.0
// By ledger-in-a-box codegen: do not edit

export * as Shop from "./Shop.ts";
export * as Shop_Types from "./Shop.Types.ts";
