import { market } from '../app/market.ts';

/**
 * Texts that the specification gives in another language than the screen's, by the ids of their messages: said so in
 * market `spec`, which follows its letter, and to whoever asks for that language.
 */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  zh: {
    'legacy.chooseCard': '请选择银行卡',
    'legacy.typeCode': '请输入正确的验证码',
    'legacy.cardsFailed': '查询银行卡列表失败',
    'legacy.processingFailed': '处理失败',
  },
  id: { 'rating.chooseFirst': 'Silakan pilih' },
};

/** The given texts that stand over a language's own. */
export function givenTexts(asked: string): Readonly<Record<string, string>> {
  return market.givenTexts ? { ...given.zh, ...given.id } : (given[asked] ?? {});
}
