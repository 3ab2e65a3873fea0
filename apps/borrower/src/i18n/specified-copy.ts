import type { Messages } from '@lingui/core';

/**
 * Texts that the specification gives in a language other than the screen's, by message id. They are used in market
 * `spec`, which follows the specification literally, and for a visitor who requests that language.
 */
const specifiedTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  zh: {
    'legacy.chooseCard': '请选择银行卡',
    'legacy.typeCode': '请输入正确的验证码',
    'legacy.cardsFailed': '查询银行卡列表失败',
    'legacy.processingFailed': '处理失败',
    // PROM-05 … PROM-16.
    'promotion.wrongMobile': '请正确输入手机号！',
    'promotion.wrongCaptcha': '请正确输入图形验证码！',
    'promotion.wrongCode': '请正确输入短信验证码！',
    'promotion.sent': '验证码已发送，请在手机上查看！',
    'promotion.wait': '请勿重复发送验证码!',
    'promotion.registered': '注册成功',
    'promotion.known': '您已注册,请直接下载APP登录！',
  },
  id: { 'rating.chooseFirst': 'Silakan pilih' },
};

/** English texts that the specification gives. The other markets say it better, in the sources and the catalogues. */
const specifiedEnglish: Readonly<Record<string, string>> = {
  'order.addAccount': 'Go and bind the card',
  'order.tips': 'Kind tips',
  'order.tipsRead': 'Confirm',
  'order.repayNow': 'REPAY',
  'order.repay': 'Repayment',
  'order.moveDate': 'Rollover Repayment',
  'repay.moveDate': 'Rollover Repayment',
  // PROM-10.
  'code.get': 'get code',
  'site.policy': 'PrivacyPolicy',
  'site.terms': 'Loan Terms And Conditions',
  'bank.title': 'Payment account information',
  copied: 'copy success',
  'complaint.choose': 'Select question type',
  'complaint.reply': 'Process Result',
  'complaint.rated': 'Successful demonstration！',
  'products.more': 'Click to view more products',
  'complaint.missing': 'Please fill in your comments and suggestions',
  'complaint.uploaded': 'Upload succeeded!',
  'net.serverFailed': 'error',
  'net.noConnection': 'error',
};

/**
 * The specified texts that override a language's own. `letter`: the market follows the specification literally. `requested`: the
 * language that the visitor requests. `shown`: the language of the screen.
 */
export function specifiedCopy(letter: boolean, requested: string, shown: string): Messages {
  const texts = letter
    ? { ...specifiedTexts.zh, ...specifiedTexts.id, ...(shown === 'en' ? specifiedEnglish : {}) }
    : (specifiedTexts[requested] ?? {});
  // In the format of a compiled catalogue; none of these texts has a placeholder.
  const messages: Messages = {};
  for (const [id, text] of Object.entries(texts)) messages[id] = [text];
  return messages;
}
