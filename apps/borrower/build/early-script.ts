import { callTimeoutMs, contextNames, headerPairs, headerText, proofHeaders } from '@hiram/contract/context';
import type { MaskTable } from '@hiram/contract/mask';
import { isMasked, type MaskScope } from '@hiram/contract/masked';
import { wireName } from '@hiram/contract/wire';
import type { FirstCallPlan } from './first-calls.ts';

/**
 * The page's inline script, in ES5 so that any engine can parse it. It shows a notice in engines that are too old,
 * adds `globalThis` and `queueMicrotask`, sets the theme, fetches the screen's texts, and starts the screen's first
 * call. It is generated from the contract (path, encoding, mask), so that the two cannot diverge.
 */
export function earlyScript(options: {
  readonly plan: FirstCallPlan | undefined;
  /** By language, the catalogue files of the screen. */
  readonly catalogues: Readonly<Record<string, readonly string[]>>;
  readonly scope: MaskScope;
  readonly table: MaskTable;
}): string {
  const { plan, catalogues } = options;
  return [
    '(function(){',
    "var w=window,d=document,n=location.search.slice(1).split('&'),q={},i,p;",
    "for(i=0;i<n.length;i++){p=n[i].split('=');if(p[0])try{q[decodeURIComponent(p[0])]=decodeURIComponent((p[1]||'').replace(/\\+/g,' '))}catch(e){}}",
    // The oldest supported engine: native <dialog>, fetch with AbortController, modules.
    "if(!w.fetch||!w.Promise||!w.AbortController||!w.HTMLDialogElement||!('noModule' in d.createElement('script'))){d.documentElement.className='too-old';return}",
    // After a deploy a document's scripts may be gone, or the connection may fail. Reload the document once if
    // possible; otherwise show the notice.
    "w.hiramBroken=function(){var k='hiram.again',t=+new Date(),o=t,f=function(){d.documentElement.className='broken'};try{o=+(sessionStorage.getItem(k)||0);sessionStorage.setItem(k,String(t))}catch(e){}if(t-o>60000)w.fetch(location.href).then(function(){location.reload()},f);else f()};",
    "w.addEventListener('error',function(e){var t=e.target;if(t&&t.tagName==='SCRIPT'&&t.src)w.hiramBroken()},true);",
    'if(!w.globalThis)w.globalThis=w;',
    'if(!w.queueMicrotask)w.queueMicrotask=function(f){w.Promise.resolve().then(f).catch(function(e){w.setTimeout(function(){throw e})})};',
    "var s=JSON.parse(d.getElementById('hiram').textContent),l=(q.lang||'').toLowerCase().split(/[-_]/)[0];if(l==='tl')l='fil';if(q.appName!==s.brand)delete q.appName;if(!q.appName&&s.appName)q.appName=s.appName;if(s.languages.indexOf(l)<0&&l!=='zh'&&l!=='es')l=s.languages[0];",
    // Before the first paint. The theme is in a cookie, because the complaint flow clears local storage (CMP-12).
    "p=/(?:^|; )(?:__Host-)?hiram_theme=(dark|light)/.exec(d.cookie);if(p)d.documentElement.setAttribute('data-theme',p[1]);",
    pageKeyScript,
    `var c=${JSON.stringify(catalogues)};c=c[l]||c.en;for(i=0;i<c.length;i++){p=d.createElement('link');p.rel='modulepreload';p.href=c[i];d.head.appendChild(p)}`,
    plan ? firstCallScript(plan, options.scope, options.table) : '',
    '})();',
  ].join('');
}

/**
 * Where the document's cookie is not available, the page authenticates itself by its own key, generated before its
 * first call. The key is in the browser storage or, where a frame or a web view has none, in the window's name, which
 * persists from page to page.
 */
const pageKeyScript = [
  'if(!/(?:^|; )(?:__Host-)?hiram_proven=1/.test(d.cookie)){',
  "p='';var z=[],y,x;try{z.push(w.sessionStorage)}catch(e){}try{z.push(w.localStorage)}catch(e){}",
  "for(i=0;i<z.length&&!p;i++)try{p=z[i].getItem('hiram.key')||''}catch(e){}",
  'if(!p&&(y=/^hiram\\.key=([A-Za-z0-9_-]{32,128})$/.exec(w.name)))p=y[1];',
  'if(!p){y=w.crypto.getRandomValues(new Uint8Array(24));for(i=0;i<24;i++)p+=(y[i]+256).toString(16).slice(1)}',
  "x=0;for(i=0;i<z.length;i++)try{z[i].setItem('hiram.key',p);x=1}catch(e){}",
  "if(!x)w.name='hiram.key='+p;w.hiramKey=p}",
].join('');

function firstCallScript(plan: FirstCallPlan, scope: MaskScope, table: MaskTable): string {
  const { call } = plan;
  const masked = isMasked(call, 'input', scope);
  const fields = plan.from.map(({ parameter, field, number }) => [
    parameter,
    wireName(call.input, field),
    masked ? (table[wireName(call.input, field)] ?? field) : wireName(call.input, field),
    number ? 1 : 0,
  ]);
  const pair = call.encoding === 'json' ? headerPairs.json : headerPairs.form;
  const type = call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return [
    // A ticket is exchanged first. A session in the address is accepted only in a host or in the sandbox.
    'if(q.ticket)return;',
    "var o=w.LoanHost||(w.webkit&&w.webkit.messageHandlers&&w.webkit.messageHandlers.LoanHost),k='';",
    // Skip a session that has already ended: a newer one is in the storage.
    "var g='';try{g=sessionStorage.getItem('hiram.ended')||''}catch(e){}if(q.sessionId&&q.sessionId!==g&&(o||s.sandbox))k=q.sessionId;else{delete q.sessionId;try{k=sessionStorage.getItem('hiram.session')||'';if(!q.deviceId)q.deviceId=sessionStorage.getItem('hiram.device')||''}catch(e){}if(k)q.sessionId=k}",
    'if(!k)return;',
    'if(q.product_id&&!q.productId)q.productId=q.product_id;',
    `var f=${JSON.stringify(fields)},a={},b={},u=[],m=${JSON.stringify(contextNames)},h={'X-Requested-With':'XMLHttpRequest','Content-Type':'${type}'},r=${JSON.stringify(pair)};`,
    'for(i=0;i<f.length;i++)if(q[f[i][0]]){p=f[i][3]?+q[f[i][0]]:q[f[i][0]];a[f[i][1]]=p;b[f[i][2]]=p}',
    "for(i=0;i<m.length;i++)if(q[m[i]])u.push(m[i]+'='+encodeURIComponent(q[m[i]]));",
    `for(i in r)if(${headerText}.test(q[r[i]]||''))h[i]=q[r[i]];`,
    `if(w.hiramKey)h['${proofHeaders.page}']=w.hiramKey;`,
    call.encoding === 'json'
      ? 'var y=JSON.stringify(b);'
      : "var y=[];for(i in b)y.push(encodeURIComponent(i)+'='+encodeURIComponent(b[i]));y=y.join('&');",
    // NET-03: the time limit of every call.
    `var z=new AbortController();w.setTimeout(function(){z.abort()},${callTimeoutMs});`,
    `p=w.fetch(s.apiBase+${JSON.stringify(call.path)}+(u.length?'?'+u.join('&'):''),{method:'POST',headers:h,body:y,credentials:'same-origin',signal:z.signal}).then(function(x){return x.json()});`,
    'p.catch(function(){});',
    `w.hiramFirst={name:${JSON.stringify(call.name)},input:JSON.stringify(a),sessionId:k,body:p};`,
  ].join('');
}
