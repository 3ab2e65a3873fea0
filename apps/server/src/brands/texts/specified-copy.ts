/**
 * Texts that the specification gives in a language other than the screen's. They are used in a market that follows the
 * specification literally, and for callers who request that language.
 */
export const specifiedCopy = {
  zh: {
    // PROM-05, PROM-15.
    'rejection.malformedPhone': '请正确输入手机号！',
    'rejection.wrongCaptcha': '图形验证码不正确，请重新输入！',
    'rejection.registered': '您已注册,请直接下载APP登录！',
    // PROM-05, PROM-06, PROM-07, PROM-09, on the page without scripts.
    'promotion.missing.mobile': '请正确输入手机号！',
    'promotion.missing.imgValidate': '请正确输入图形验证码！',
    'promotion.missing.smsCode': '请正确输入短信验证码！',
    'promotion.registered': '注册成功',
    'promotion.known': '您已注册,请直接下载APP登录！',
    'promotion.sent': '验证码已发送，请在手机上查看！',
    // LEG-02.
    'rejection.unknownCard': '请选择银行卡',
  },
  es: {
    // CMP-04.
    'rejection.collectionNotAllowed': 'El pedido seleccionado no admite una reclamación de tipo cobranza.',
  },
} as const;
