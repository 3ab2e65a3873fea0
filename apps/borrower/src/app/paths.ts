/** Every route of the web app. The words are public: native apps open pages by them (RTE-01, RTE-02). */
export const paths = {
  main: '/main',
  login: '/login',
  order: '/order',
  loanDetail: '/loanDetail',
  productDetail: '/productDetail',
  loanConfirm: '/loanConfirm',
  loanConfirmPeriod: '/loanConfirmPeriod',
  loanConfirmMasked: '/loanConfirmMasked',
  bindBank: '/bindBank',
  repay: '/repay',
  repayDelay: '/repayDelay',
  repaymentOfCode: '/repaymentOfCode',
  repaymentOfCode2: '/repaymentOfCode2',
  paymentInstructions: '/paymentInstructions',
  apply: '/apply',
  setting: '/setting',
  error: '/error',
} as const;

export type Path = (typeof paths)[keyof typeof paths];
