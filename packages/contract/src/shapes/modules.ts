/** Module ids of the pages where a tap happened (ORD-17). */
export const modules = {
  borrowAgain: 30,
  recommendedOnOrder: 31,
  recommendedOnJointLogin: 32,
  recommendList: 33,
  /** From here on: completed actions, not taps. */
  loanConfirmed: 40,
  accountBound: 41,
  codeGenerated: 42,
} as const;
