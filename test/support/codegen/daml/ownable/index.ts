// ownable 1.0.0
// By ledger-in-a-box codegen: do not edit

export * as Standard_Ownable from "./Standard.Ownable.ts";
