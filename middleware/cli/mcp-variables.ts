/** Environment variable for the token of `--url`. */
export const tokenVariable = "LEDGER_IN_A_BOX_TOKEN";

/** Environment variable for the secret of `--http`. */
export const httpSecretVariable = "LEDGER_IN_A_BOX_MCP_SECRET";
