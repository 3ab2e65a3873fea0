import { callTimeoutMs, contextNames, headerPairs, headerText, proofHeaders } from '@hiram/contract/context';
import type { MaskTable } from '@hiram/contract/mask';
import { isMasked, type MaskScope } from '@hiram/contract/masked';
import { wireName } from '@hiram/contract/wire';
import type { ServerCall } from '@hiram/visitor-pages/server-call';
import type { FirstCallPlan } from './first-calls.ts';

/**
 * What the page runs before its first paint: the theme. It is in a cookie, because the complaint flow clears local storage
 * (CMP-12). Chromium asks another process for the cookie: it is read once.
 */
export const beforePaintScript =
  "(function(d,p){p=/(?:^|; )(?:__Host-)?hiram_theme=(dark|light)/.exec(window.hiramCookie=d.cookie);if(p)d.documentElement.setAttribute('data-theme',p[1])})(document)";

/** Milliseconds for which scripts that the document brought wait for a view that comes behind them. */
const viewFirstMs = 300;

/**
 * Runs the scripts that the document brought (`packed-scripts.ts`) when the phone has painted the view: what is read first
 * is shown first. The element's type keeps the phone from compiling them before. A slow answer is not waited for. A document
 * that was cut before its scripts loads them as files.
 */
const runScripts = (start: string): string =>
  [
    'var G=0,H=0,X=0,M=function(f){w.requestAnimationFrame(function(){w.setTimeout(f)});w.setTimeout(f,200)},',
    `Z=function(){if(w.hiramStarted)return;var y=d.createElement('script');y.type='module';y.src=${JSON.stringify(start)};d.head.appendChild(y)},`,
    // Each in a task of its own.
    "N=function(){if(!X||!G||H)return;H=1;var x=d.querySelectorAll('.hiram-scripts'),n=0,R=function(){var t=x[n++];if(!t)return Z();var y=d.createElement('script');y.textContent=t.textContent;d.head.appendChild(y);w.setTimeout(R)};w.setTimeout(R)};",
    // `hiramPainted` is called behind the view, and `hiramPacked` behind the scripts.
    `w.hiramPainted=function(f){M(function(){G=1;f();N()})};w.hiramPacked=function(){X=1;N();w.setTimeout(function(){G=1;N()},${viewFirstMs})};`,
    "d.addEventListener('DOMContentLoaded',function(){G=G||!w.hiramFirst||!w.hiramFirst.shown;N();if(!X)Z()})",
  ].join('');

/**
 * The page's inline script, in ES5 so that any engine can parse it. It shows a notice in engines that are too old,
 * adds `globalThis` and `queueMicrotask`, fetches the screen's texts, and starts the screen's first call. It is generated from the contract (path, encoding, mask), so that the two cannot diverge.
 */
export function earlyScript(options: {
  readonly plan: FirstCallPlan | undefined;
  /** By language, the catalogue files of the screen. */
  readonly catalogues: Readonly<Record<string, readonly string[]>>;
  /** The stylesheets whose content the document has. */
  readonly styles: readonly string[];
  /** The scripts that the page needs after its first view, or before it renders anything itself. */
  readonly later: readonly string[];
  /** The file of the script that starts the page. */
  readonly start: string;
  /** The script of the texts that the specification gives in another language. */
  readonly specified: string;
  readonly scope: MaskScope;
  readonly table: MaskTable;
}): string {
  const { plan, catalogues } = options;
  return [
    '(function(){',
    // Before the check of the engine: a script that comes all the same finds it.
    "var w=window,d=document,n=location.search.slice(1).split('&'),q={},i,p;w.hiramScripts={};",
    "for(i=0;i<n.length;i++){p=n[i].split('=');if(p[0])try{q[decodeURIComponent(p[0])]=decodeURIComponent((p[1]||'').replace(/\\+/g,' '))}catch(e){}}",
    // The oldest supported engine: native <dialog>, fetch with AbortController, modules.
    "if(!w.fetch||!w.Promise||!w.AbortController||!w.HTMLDialogElement||!('noModule' in d.createElement('script'))){d.documentElement.className='too-old';return}",
    // After a deploy a document's scripts may be gone, or the connection may fail. Reload the document once if
    // possible; otherwise show the notice.
    "w.hiramBroken=function(){var k='hiram.again',t=+new Date(),o=t,f=function(){d.documentElement.className='broken'};try{o=+(sessionStorage.getItem(k)||0);sessionStorage.setItem(k,String(t))}catch(e){}if(t-o>60000)w.fetch(location.href).then(function(){location.reload()},f);else f()};",
    "w.addEventListener('error',function(e){var t=e.target;if(t&&t.tagName==='SCRIPT')w.hiramBroken()},true);",
    'if(!w.globalThis)w.globalThis=w;',
    'if(!w.queueMicrotask)w.queueMicrotask=function(f){w.Promise.resolve().then(f).catch(function(e){w.setTimeout(function(){throw e})})};',
    "var s=JSON.parse(d.getElementById('hiram').textContent),l=(q.lang||'').toLowerCase().split(/[-_]/)[0];if(l==='tl')l='fil';if(q.appName!==s.brand)delete q.appName;if(!q.appName&&s.appName)q.appName=s.appName;if(s.languages.indexOf(l)<0&&l!=='zh'&&l!=='es')l=s.languages[0];",
    pageKeyScript,
    // A tap on a button of the first view waits for the app. A link works without it.
    "var B;d.addEventListener('click',function(e){B=e.target.closest&&e.target.closest('button')},true);w.hiramTapAgain=function(){if(B&&B.isConnected)B.click()};",
    `var c=w.hiramTexts=${JSON.stringify(catalogues)};c=c[l]||c[s.languages[0]]||c.en;`,
    // With a first view of the server they are requested when it works, and leave the line to the view's scripts.
    `w.hiramLater=${JSON.stringify(options.later)};p=d.documentElement.getAttribute('data-called');if(p===null)c=c.concat(w.hiramLater);`,
    `if(s.market==='spec'||/^(zh|id)\\b/i.test(q.lang||''))c=c.concat(${JSON.stringify(options.specified)});`,
    // A browser's first document brings its scripts and texts.
    `if(p==='new'){c=[];${runScripts(options.start)}}`,
    "for(i=0;i<c.length;i++){p=d.createElement('link');p.rel='modulepreload';p.href=c[i];d.head.appendChild(p)}",
    // Marks the document's styles as present, so that the loader of a screen's chunk does not fetch them again. In the
    // markup, a browser's preload scanner may fetch them although they are disabled.
    `c=${JSON.stringify(options.styles)};for(i=0;i<c.length;i++){p=d.createElement('link');p.setAttribute('disabled','');p.rel='stylesheet';p.href=c[i];d.head.appendChild(p)}`,
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
  'if(!/(?:^|; )(?:__Host-)?hiram_proven=1/.test(w.hiramCookie)){',
  "p='';var z=[],y,x;try{z.push(w.sessionStorage)}catch(e){}try{z.push(w.localStorage)}catch(e){}",
  "for(i=0;i<z.length&&!p;i++)try{p=z[i].getItem('hiram.key')||''}catch(e){}",
  'if(!p&&(y=/^hiram\\.key=([A-Za-z0-9_-]{32,128})$/.exec(w.name)))p=y[1];',
  'if(!p){y=w.crypto.getRandomValues(new Uint8Array(24));for(i=0;i<24;i++)p+=(y[i]+256).toString(16).slice(1)}',
  "x=0;for(i=0;i<z.length;i++)try{z[i].setItem('hiram.key',p);x=1}catch(e){}",
  "if(!x)w.name='hiram.key='+p;w.hiramKey=p}",
].join('');

/** The fields of a first call's input: the page's parameter, its wire name, its name as sent, and whether it is a number. */
function fieldsOf({ call, from }: NonNullable<FirstCallPlan['next']>, scope: MaskScope, table: MaskTable) {
  const masked = isMasked(call, 'input', scope);
  return from.map((source): ServerCall['fields'][number] => {
    const name = wireName(call.input, source.field);
    const sent = masked ? (table[name] ?? source.field) : name;
    return 'value' in source
      ? ['', name, sent, 1, source.value]
      : [source.parameter, name, sent, source.number ? 1 : 0];
  });
}

/** The same of a call that the server begins: the page recognizes its answer by the input under the app's own names. */
function plainFieldsOf(plan: NonNullable<FirstCallPlan['next']>, scope: MaskScope, table: MaskTable) {
  const { call, from } = plan;
  for (const { field } of from)
    if (wireName(call.input, field) !== field) throw new Error(`${call.name}: ${field} has another name`);
  return fieldsOf(plan, scope, table);
}

/** What the server needs to begin a page's first call. */
export function serverCallOf(
  plan: Pick<FirstCallPlan, 'next'> & NonNullable<FirstCallPlan['next']>,
  scope: MaskScope,
  table: MaskTable,
): ServerCall {
  const { call, next } = plan;
  if (call.idempotent || call.method !== 'POST') throw new Error(`${call.name} is no call that only reads`);
  return {
    name: call.name,
    path: call.path,
    encoding: call.encoding === 'json' ? 'json' : 'form',
    fields: plainFieldsOf(plan, scope, table),
    // A masked answer is read by the page alone.
    isRendered: !isMasked(call, 'answer', scope),
    ...(next ? { next: serverCallOf(next, scope, table) } : {}),
  };
}

function firstCallScript(plan: FirstCallPlan, scope: MaskScope, table: MaskTable): string {
  const { call } = plan;
  const fields = fieldsOf(plan, scope, table);
  const pair = call.encoding === 'json' ? headerPairs.json : headerPairs.form;
  const type = call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return [
    // A ticket is exchanged first. A session in the address is accepted only in a host or in the sandbox.
    'if(q.ticket)return;',
    "var o=w.LoanHost||(w.webkit&&w.webkit.messageHandlers&&w.webkit.messageHandlers.LoanHost),k='',e=null;",
    // Skip a session that has already ended: a newer one is in the storage.
    "var g='';try{g=sessionStorage.getItem('hiram.ended')||''}catch(x){}if(q.sessionId&&q.sessionId!==g&&(o||s.sandbox)){k=q.sessionId;e=d.documentElement.getAttribute('data-called')}else{delete q.sessionId;try{k=sessionStorage.getItem('hiram.session')||'';if(!q.deviceId)q.deviceId=sessionStorage.getItem('hiram.device')||''}catch(x){}if(k)q.sessionId=k}",
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
    `function C(){var z=new AbortController();w.setTimeout(function(){z.abort()},${callTimeoutMs});`,
    `return w.fetch(s.apiBase+${JSON.stringify(call.path)}+(u.length?'?'+u.join('&'):''),{method:'POST',headers:h,body:y,credentials:'same-origin',signal:z.signal}).then(function(x){return x.json()})}`,
    plan.onServer ? `p=e!==null?new w.Promise(${awaitAnswerScript}):C();` : 'p=C();',
    'p.catch(function(){});',
    `var F=w.hiramFirst={name:${JSON.stringify(call.name)},input:JSON.stringify(a),sessionId:k,body:p};`,
  ].join('');
}

/**
 * The server has begun the call, and its answer follows in the document, after the first view that it rendered
 * (`hiramShow` is called behind both). If the document ends or stays open without it, the page calls by itself. In the
 * first document of a browser (`data-called="new"`) the page also calls when it has loaded: that call binds the session to
 * the cookie that the document has just set. Sent at once, it would take one of the browser's six
 * connections from the page's scripts.
 */
const awaitAnswerScript = [
  'function(R,J){var D=0,T;function E(){if(!D){D=1;C().then(R,J)}}',
  "d.addEventListener('DOMContentLoaded',E);T=w.setTimeout(E,5000);",
  "w.hiramShow=function(){var r=d.getElementById('root'),v=d.getElementById('hiram-view'),x=d.getElementById('hiram-answer');if(D)return;D=1;w.clearTimeout(T);if(e)w.addEventListener('load',C);x=JSON.parse(x.textContent);",
  // The policy allows no style attributes in the document, and allows scripts to set styles.
  // The app may have taken the first call before its answer arrived: then the second one waits for it by itself.
  "if(v){if(r&&!F.started){var S=v.querySelectorAll('[data-style]'),n;for(n=0;n<S.length;n++){S[n].style.cssText=S[n].getAttribute('data-style');S[n].removeAttribute('data-style')}r.textContent='';while(v.firstChild)r.appendChild(v.firstChild);F.shown=1}v.parentNode.removeChild(v);F.result=x.result;F.needsLater=x.needsLater;S=d.getElementById('hiram-next');if(S){S=JSON.parse(S.textContent);S.sessionId=k;S.body=w.Promise.resolve();S.again=!!e;if(w.hiramFirst===F)F.next=S;else w.hiramFirst=S}if(w.hiramPainted)return w.hiramPainted(function(){R(x)})}R(x)}}",
].join('');
